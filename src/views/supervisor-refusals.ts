import type { Refusal } from '../domain/refusal.ts';
import { renderDuration } from './duration.ts';
import type { Words } from './refusal-text.ts';

type SupervisorCode =
  | 'supervisor-stays'
  | 'agents-not-over'
  | 'nothing-to-remove'
  | 'rows-withheld'
  | 'service-unsupported'
  | 'service-not-ours';
type Writers = { readonly [C in SupervisorCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

/** The texts of refusals about what runs for a project, and starts with the machine. */
export const SUPERVISOR_WRITERS: Writers = {
  'supervisor-stays': ({ timeoutMs }) => ({
    message: `The supervisor did not leave within ${renderDuration(timeoutMs)}; it still runs`,
    hint: 'Look at .swarm/logs/supervisor.log, then give it more time: swarm supervisor restart --timeout 2m',
  }),
  'agents-not-over': ({ sessions }) => ({
    message: `Not over yet: ${sessions.join(', ')}; nothing was changed`,
    hint: 'Let them end, or end them with it: swarm remove --kill',
  }),
  'nothing-to-remove': () => ({
    message: 'Swarm keeps nothing in this project',
    hint: 'swarm.config.json and personas are files of yours',
  }),
  'rows-withheld': () => ({
    message: 'This project is not trusted, so its database cannot say what is at work; nothing was changed',
    hint: 'Look at it, then run this again: swarm trust --show; swarm trust',
  }),
  'service-unsupported': () => ({
    message: 'This system has neither systemd nor launchd',
    hint: 'Start the supervisor by hand: swarm supervisor start',
  }),
  'service-not-ours': ({ file }) => ({
    message: `Swarm has not written ${file}: it stays as it is`,
    hint: 'Move it out of the way and try again',
  }),
};
