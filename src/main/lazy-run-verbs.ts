import { findTarget } from '../app/run/find-target.ts';
import type { SettleDeps } from '../app/session/resolve-session.ts';
import type { Places } from '../runtime/project/places.ts';
import type { RunDeps, RunVerbs } from './wire-runs.ts';

type Around = Pick<RunDeps, 'store' | 'closePanes'> & Readonly<{ places: Places }>;

/** The same verbs, loaded when the first of them is asked for: all other commands would pay for it. */
export function lazyRunVerbs(settle: () => Promise<SettleDeps>, around: Around): RunVerbs {
  const { store, places, closePanes } = around;
  let loading: Promise<RunVerbs> | null = null;
  const load = async (): Promise<RunVerbs> => {
    const { wireRuns } = await import('./wire-runs.ts');
    return wireRuns({ ...(await settle()), closePanes }, places);
  };
  const verbs = (): Promise<RunVerbs> => {
    loading ??= load();
    return loading;
  };
  return {
    findTarget: (input) => findTarget({ store }, input),
    startRun: async (input) => (await verbs()).startRun(input),
    listRuns: async (input) => (await verbs()).listRuns(input),
    showRun: async (input) => (await verbs()).showRun(input),
    stopRun: async (input) => (await verbs()).stopRun(input),
    killRun: async (input) => (await verbs()).killRun(input),
    openRole: async (input) => (await verbs()).openRole(input),
    postMessage: async (input) => (await verbs()).postMessage(input),
    cleanRun: async (input) => (await verbs()).cleanRun(input),
    exportRun: async (input) => (await verbs()).exportRun(input),
    listRunMessages: async (input) => (await verbs()).listRunMessages(input),
    showMessage: async (input) => (await verbs()).showMessage(input),
    requeueMessage: async (input) => (await verbs()).requeueMessage(input),
  };
}
