import { RACE_STATES, type Race, type RaceStep, stepRace } from '../../src/domain/race/race.ts';
import type { Write } from '../../src/store/store.ts';
import { aRace } from '../samples/race.ts';
import { choose, type KnownRows, moved, note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type RaceKind = 'add-race' | 'step-race';

/** Writes about races. */
export const GROW_RACES: Record<RaceKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-race': (seedling, known) => {
    const { a, b, c } = seedling;
    const race = aRace({ id: `c${a % 4}`, createdAt: T0 + (b % 3), key: one(c, null, null, `k${b % 3}`) });
    known.races.now.push(race);
    return { kind: 'add-race', race, journal: note(seedling) };
  },
  'step-race': (seedling, known) => {
    const from = choose(known.races, seedling, aRace({ id: 'none' }));
    const step = raceStep(from, seedling);
    moved(known.races, from, step.to);
    return { kind: 'step-race', step, journal: note(seedling) };
  },
};

function raceStep(from: Race, { a, b, c }: Seedling): RaceStep {
  const event = one(b, 'start', 'check', 'judge', 'ask', 'win', 'give-up', 'stop', 'put-away', 'close');
  const patch = {
    rivals: [
      { sessionId: `s${a}`, cli: 'claude', gate: one(b, null, 'red'), gateText: null, isPutAway: false },
    ],
    startedCount: a,
    startedAt: T0 + b,
    judgeId: one(c, null, `s${b}`),
    winnerId: one(a, null, `s${c}`),
    reasonText: one(b, null, `because ${a}`),
    questionId: one(c, null, `q${a}`),
  };
  const legal = stepRace(from, event, { at: T0 + c, patch });
  if (legal.ok) return legal.value;
  const state = one(c, ...(RACE_STATES as readonly [Race['state'], ...Race['state'][]]));
  return { from, event, to: { ...from, ...patch, state, version: from.version + 1 } };
}
