import type { WorkRef } from '../../contract/queue.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { findWork } from './find-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { WorkReport } from './queue-verbs.ts';
import { viewOne } from './view-work.ts';

const MOST_LINES = 1_000;

/** One work item with all that happened to it. */
export async function showWork(
  { store, clock }: QueueDeps,
  { workId }: WorkRef,
): Promise<Outcome<WorkReport>> {
  const found = await findWork(store, workId);
  if (!found.ok) return found;
  const history = await store.listJournal({ after: 0, limit: MOST_LINES, workId });
  return accept({ ...(await viewOne(store, found.value, clock.now())), history });
}
