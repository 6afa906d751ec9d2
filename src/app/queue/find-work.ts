import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import type { Store } from '../../store/store.ts';

const LOOKED_THROUGH = 1_000;
const MOST_NEAR = 3;

/** One work item, or a refusal that names what lies near. */
export async function findWork(store: Store, workId: string): Promise<Outcome<WorkItem>> {
  const work = await store.findWork(workId);
  if (work) return accept(work);
  const some = await store.listWork({}, { limit: LOOKED_THROUGH });
  const ids = some.map(({ id }) => id);
  return refuse({ code: 'work-not-found', workId, near: nearest(workId, ids, MOST_NEAR) });
}
