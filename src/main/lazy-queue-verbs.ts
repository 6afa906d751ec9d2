import type { VerbDeps } from '../app/deps.ts';
import type { QueueVerbs } from '../app/queue/queue-verbs.ts';
import type { QueuePlace } from './queue-verbs.ts';

/** The same verbs, loaded when the first of them is asked for: all other commands would pay for it. */
export function lazyQueueVerbs(deps: VerbDeps, place: QueuePlace): QueueVerbs {
  let loading: Promise<QueueVerbs> | null = null;
  const verbs = (): Promise<QueueVerbs> => {
    loading ??= import('./queue-verbs.ts').then(({ queueVerbs }) => queueVerbs(deps, place));
    return loading;
  };
  return {
    addWork: async (input) => (await verbs()).addWork(input),
    listWork: async (input) => (await verbs()).listWork(input),
    showWork: async (input) => (await verbs()).showWork(input),
    nextWork: async (input) => (await verbs()).nextWork(input),
    claimWork: async (input) => (await verbs()).claimWork(input),
    releaseWork: async (input) => (await verbs()).releaseWork(input),
    finishWork: async (input) => (await verbs()).finishWork(input),
    failWork: async (input) => (await verbs()).failWork(input),
    reportWork: async (input) => (await verbs()).reportWork(input),
    reorderWork: async (input) => (await verbs()).reorderWork(input),
    importWork: async (input) => (await verbs()).importWork(input),
    exportWork: async (input) => (await verbs()).exportWork(input),
  };
}
