import type { WorkItem } from '../../domain/queue/work-item.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import type { NeededBranch } from '../../runtime/workspace/needed-bases.ts';
import type { Store } from '../../store/store.ts';

/** The branches that the needs of a work item were done on, in the order in which it names them. */
export async function listNeededBranches(
  store: Pick<Store, 'findWork' | 'findWorkspace'>,
  { needs }: Pick<WorkItem, 'needs'>,
): Promise<readonly NeededBranch[]> {
  const branches: NeededBranch[] = [];
  for (const workId of needs) {
    const doneBy = (await store.findWork(workId))?.sessionId ?? null;
    const workspace = doneBy === null ? undefined : await store.findWorkspace(doneBy);
    if (workspace && !isThrowAway(workspace)) branches.push({ workId, branch: workspace.branch });
  }
  return branches;
}
