import type { Mutation } from './crew.ts';
import { rewriting, without } from './mutations.ts';

/** One guard of plans taken out, each. */
export const PLAN_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'the fact that is kept with each move': without('add-run-fact'),
  'the row that settles a note': without('step-completion-note'),
  'the version of a plan that is kept with its fact': without('add-plan-version'),
  'the version of a run of a plan': {
    store: rewriting(async (store, write) => {
      if (write.kind !== 'step-run') return write;
      const from = (await store.findRun(write.step.from.id)) ?? write.step.from;
      const { state, version } = from;
      const to = { ...write.step.to, version: version + 1 };
      return { ...write, step: { ...write.step, from: { ...write.step.from, state, version }, to } };
    }),
  },
};
