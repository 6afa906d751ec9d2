import type { Refusal } from '../domain/refusal.ts';
import { oneLine } from './one-line.ts';
import type { Words } from './refusal-text.ts';

type RaceCode =
  | 'illegal-race-step'
  | 'race-not-found'
  | 'race-undecided'
  | 'names-a-race'
  | 'race-on-screen'
  | 'race-key-conflict'
  | 'gate-not-there';
type Writers = { readonly [C in RaceCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const words = (message: string, hint: string): Words => ({ message, hint });

/** The texts of refusals of races. */
export const RACE_WRITERS: Writers = {
  'illegal-race-step': ({ raceId, state, event }) =>
    words(`Race ${raceId} is ${state}: it cannot ${event}`, `Look at it: swarm race show ${raceId}`),
  'race-not-found': ({ raceId, near }) =>
    words(
      `Race not found: ${oneLine(raceId)}`,
      near.length > 0
        ? `Did you mean: ${near.join(', ')}?`
        : 'Start one: swarm create <agent> <task> --race 3',
    ),
  'race-undecided': ({ raceId, state, verb }) =>
    words(
      `Race ${raceId} is ${state}: it has no winner to ${verb}`,
      `Wait for it: swarm wait ${raceId}, or name one of its sessions: swarm race show ${raceId}`,
    ),
  'names-a-race': ({ raceId }) =>
    words(
      `${raceId} is a race, not one session`,
      `Its sessions: swarm race show ${raceId}; end all of it: swarm race stop ${raceId}`,
    ),
  'race-on-screen': ({ persona }) =>
    words(
      `Persona ${oneLine(persona)} works on a screen, where a session has no end of its own`,
      'Take one that works headless, or set mode: headless',
    ),
  'race-key-conflict': ({ key, raceId }) =>
    words(
      `The key "${oneLine(key)}" was used for race ${raceId}, which is another one; nothing was started`,
      'Use another key, or the same task and flags',
    ),
  'gate-not-there': ({ program, command, looked }) =>
    words(
      `The gate cannot run: ${oneLine(program)} is not there, or cannot be executed ` +
        `(looked ${oneLine(looked)}). Nothing was started`,
      `Install it or make it executable; the gate was: ${oneLine(command)}`,
    ),
};
