import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Store } from '../../store/store.ts';

const NEAR = 5;

/** One run, or a refusal that names the newest ones. */
export async function findRun(store: Store, runId: string): Promise<Outcome<Run>> {
  const run = await store.findRun(runId);
  if (run) return accept(run);
  const newest = await store.listRuns({}, { limit: NEAR });
  return refuse({ code: 'run-not-found', runId, near: newest.map(({ id }) => id) });
}
