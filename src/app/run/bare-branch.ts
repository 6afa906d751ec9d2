import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { BranchEnd } from '../../runtime/workspace/workspaces.ts';
import type { VerbDeps } from '../deps.ts';

type BranchDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'>;

const BARE = 'branch-bare';
const MERGED = 'branch-merged';

/**
 * Deletes a branch that holds no commit of its own. The journal says first that it holds none,
 * so that a person who misses it later knows that nothing was lost with it.
 */
export async function dropBareBranch(deps: BranchDeps, workspace: Workspace): Promise<BranchEnd> {
  const seen = await deps.workspaces.observeBranch(workspace);
  if (seen.isThere && seen.commits === 0) await note(deps, workspace, BARE);
  return deps.workspaces.ensureBareBranchGone(workspace);
}

/** The same of a branch whose commits are all on a branch of the person's; the journal says so after. */
export async function dropMergedBranch(deps: BranchDeps, workspace: Workspace): Promise<BranchEnd> {
  const end = await deps.workspaces.ensureMergedBranchGone(workspace);
  if (end.is === 'deleted') await note(deps, workspace, MERGED);
  return end;
}

async function note({ store, clock, by }: BranchDeps, workspace: Workspace, event: string): Promise<void> {
  const { sessionId, branch } = workspace;
  const journal = { at: clock.now(), by, note: branch };
  await store.commit([{ kind: 'add-note', sessionId, event, journal }]);
}

/** True when its branch is not there and held nothing that is not elsewhere when it was last seen. */
export async function isBareAndGone(
  { store, workspaces }: Pick<BranchDeps, 'store' | 'workspaces'>,
  workspace: Workspace,
): Promise<boolean> {
  const { sessionId } = workspace;
  for (const event of [BARE, MERGED]) {
    const [noted] = await store.listJournal({ after: 0, limit: 1, sessionId, event });
    if (noted !== undefined) return !(await workspaces.observeBranch(workspace)).isThere;
  }
  return false;
}
