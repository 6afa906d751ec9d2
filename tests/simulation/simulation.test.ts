import { describe, expect, test } from 'vitest';
import { simulate } from './simulation.ts';

const SEEDS = 100;
const SEEDS_PER_TEST = 10;
const ROUNDS = 1_000;

const groups = Array.from({ length: SEEDS / SEEDS_PER_TEST }, (_, group) => group * SEEDS_PER_TEST);

describe('whatever dies, and whenever, what must be true stays true', () => {
  test.each(groups)('in ten worlds from seed %i on', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) {
      const { violation, trace } = await simulate({ seed, rounds: ROUNDS });
      const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS}`;
      expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
    }
  });
});

test('the same seed is the same world', async () => {
  const [one, other] = [
    await simulate({ seed: 7, rounds: 600, keptSteps: 10_000 }),
    await simulate({ seed: 7, rounds: 600, keptSteps: 10_000 }),
  ];
  expect(other).toEqual(one);
  expect(await simulate({ seed: 8, rounds: 600 })).not.toEqual(one);
});
