import { afterEach, describe, expect, test, vi } from 'vitest';
import { findRed } from './find-red.ts';

const SEEDS = 24;
const SEEDS_PER_TEST = 6;
const ROUNDS = 800;
const MOST_SEEDS = 60;

afterEach(() => {
  vi.doUnmock('../../src/domain/race/race-move.ts');
  vi.doUnmock('../../src/domain/race/race.ts');
  vi.resetModules();
});

async function play(seed: number) {
  const { simulate } = await import('./simulation.ts');
  return simulate({ seed, rounds: ROUNDS, hasRaces: true });
}

const groups = Array.from({ length: SEEDS / SEEDS_PER_TEST }, (_, group) => group * SEEDS_PER_TEST);

describe('whatever dies, each race has one winner that was accepted, or visibly none', () => {
  test.each(groups)('in six worlds from seed %i on', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) {
      const { violation, trace } = await play(seed);
      const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS} --races`;
      expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
    }
  });
});

type Moves = typeof import('../../src/domain/race/race-move.ts');
type Races = typeof import('../../src/domain/race/race.ts');

describe('a decision about races that is left out is missed', () => {
  test('to end the others once one has won', async () => {
    vi.doMock('../../src/domain/race/race-move.ts', async (original) => {
      const real = await original<Moves>();
      const decideRaceMove: Moves['decideRaceMove'] = (race, facts) => {
        const move = real.decideRaceMove(race, facts);
        return move.is === 'end' ? { is: 'close' } : move;
      };
      return { ...real, decideRaceMove };
    });
    expect(await findRed(MOST_SEEDS, (seed) => play(seed))).not.toBeNull();
  });

  test('to hold a rival until it is let go', async () => {
    vi.doMock('../../src/domain/race/race.ts', async (original) => {
      const real = await original<Races>();
      const mayStart: Races['mayStart'] = () => true;
      return { ...real, mayStart };
    });
    expect(await findRed(MOST_SEEDS, (seed) => play(seed))).not.toBeNull();
  });

  test('to take a red gate for a no', async () => {
    vi.doMock('../../src/domain/race/race-move.ts', async (original) => {
      const real = await original<Moves>();
      const decideRaceMove: Moves['decideRaceMove'] = (race, facts) =>
        real.decideRaceMove({ ...race, policy: { ...race.policy, gate: null } }, facts);
      return { ...real, decideRaceMove };
    });
    expect(await findRed(MOST_SEEDS, (seed) => play(seed))).not.toBeNull();
  });
});
