import { describe, expect, test } from 'vitest';
import { findRed } from './find-red.ts';
import { RUN_MUTATIONS } from './mutations.ts';
import { simulate } from './simulation.ts';

const SEEDS = 20;
const SEEDS_PER_TEST = 5;
const ROUNDS = 1_500;

const groups = Array.from({ length: SEEDS / SEEDS_PER_TEST }, (_, group) => group * SEEDS_PER_TEST);

describe('whatever dies, every run ends or asks, takes each fact in once and has each role once', () => {
  test.each(groups)('in five worlds from seed %i on', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) {
      const { violation, trace } = await simulate({ seed, rounds: ROUNDS, hasRuns: true });
      const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS} --runs`;
      expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
    }
  });
});

const MOST_SEEDS = 60;

describe('a guard of runs that is taken out is missed', () => {
  test.each(Object.entries(RUN_MUTATIONS))('%s', async (_, mutation) => {
    const play = (seed: number) => simulate({ seed, rounds: ROUNDS, mutation, hasRuns: true });
    expect(await findRed(MOST_SEEDS, play)).not.toBeNull();
  });
});
