import { isRunOver } from '../../domain/run/run.ts';
import { isOver } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { VerbDeps } from '../deps.ts';
import { dropBareBranch, dropMergedBranch } from '../run/bare-branch.ts';

type BranchDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'>;

/**
 * Deletes the branches of sessions that are over and put away, where nothing is lost with them: they hold no
 * commit of their own, or a branch of the person's has all of them. Gives back their names.
 */
export async function dropSpareBranches(deps: BranchDeps): Promise<readonly string[]> {
  const released = (await deps.store.listWorkspaces()).filter(({ state }) => state === 'released');
  if (released.length === 0) return [];
  const present = await deps.workspaces.listBranches();
  const dropped = new Set<string>();
  for (const workspace of released.filter(({ branch }) => present.has(branch))) {
    if (dropped.has(workspace.branch) || !(await isSettled(deps, workspace))) continue;
    const bare = await dropBareBranch(deps, workspace);
    const end = bare.is === 'kept' ? await dropMergedBranch(deps, workspace) : bare;
    if (end.is === 'deleted') dropped.add(workspace.branch);
  }
  return [...dropped];
}

// A role of a live run may be started again, on the same branch.
async function isSettled({ store }: BranchDeps, { sessionId }: Workspace): Promise<boolean> {
  const session = await store.findSession(sessionId);
  if (!session || !isOver(session)) return false;
  const run = session.runId === null ? undefined : await store.findRun(session.runId);
  return run === undefined || isRunOver(run);
}
