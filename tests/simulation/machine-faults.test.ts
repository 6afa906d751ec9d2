import { expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { findRed } from './find-red.ts';
import { simulate } from './simulation.ts';

const ROUNDS = 800;
const SEEDS = 12;
const MOST_SEEDS = 40;

test('a disk that fills up and a clock that is set cost neither work nor order', async () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const { violation, trace } = await simulate({ seed, rounds: ROUNDS, hasMachineFaults: true });
    const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS} --faults`;
    expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
  }
});

test('rows that are not moved along with the clock are missed', async () => {
  const unmoved = (store: Store): Store => ({
    ...store,
    commit: (writes) => store.commit(writes.filter(({ kind }) => kind !== 'skip-time')),
  });
  const red = await findRed(MOST_SEEDS, (seed) =>
    simulate({ seed, rounds: ROUNDS, hasMachineFaults: true, mutation: { store: unmoved } }),
  );
  expect(red).not.toBeNull();
});
