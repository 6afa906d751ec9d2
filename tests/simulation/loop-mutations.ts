import type { Store, Write } from '../../src/store/store.ts';
import type { Mutation } from './crew.ts';
import { rewriting } from './mutations.ts';

/** Believes the newest row, whatever the caller has read. */
const unguardedWork = rewriting(async (store, write) => {
  if (write.kind !== 'step-work') return write;
  const from = (await store.findWork(write.step.from.id)) ?? write.step.from;
  const to = { ...write.step.to, version: from.version + 1 };
  return { ...write, step: { ...write.step, from, to } };
});

const unguardedLoop = rewriting(async (store, write) => {
  if (write.kind !== 'step-loop') return write;
  const from = (await store.findLoop(write.step.from.id)) ?? write.step.from;
  const to = { ...write.step.to, version: from.version + 1 };
  return { ...write, step: { ...write.step, from, to } };
});

const begins = (write: Write): boolean => write.kind === 'step-loop' && write.step.event === 'begin';

/** The session is saved whether or not the loop, or the work, has moved meanwhile. */
const beginsInPieces = (store: Store): Store => ({
  ...store,
  commit: async (writes) => {
    if (!writes.some(begins)) return store.commit(writes);
    const isAbout = ({ kind }: Write): boolean => kind === 'step-loop' || kind === 'step-work';
    const made = await store.commit(writes.filter((write) => !isAbout(write)));
    return made.saved ? store.commit(writes.filter(isAbout)) : made;
  },
});

/** Guards that only loops and the queue need, one taken out each. */
export const LOOP_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'the version and the number of work that is claimed': { store: unguardedWork },
  'the version of a loop': { store: unguardedLoop },
  'the one commit that begins an iteration': { store: beginsInPieces },
  'the colour of a gate': {
    gates: (gates) => ({
      run: async (gate, signal) => {
        await gates.run(gate, signal);
        return { isGreen: true };
      },
    }),
  },
};
