import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { BranchEnd } from '../../runtime/workspace/workspaces.ts';
import type { VerbDeps } from '../deps.ts';

type BranchDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'>;

const BARE = 'branch-bare';

/**
 * Deletes a branch that holds no commit of its own. The journal says first that it holds none,
 * so that a person who misses it later knows that nothing was lost with it.
 */
export async function dropBareBranch(deps: BranchDeps, workspace: Workspace): Promise<BranchEnd> {
  const { sessionId, branch } = workspace;
  const seen = await deps.workspaces.observeBranch(workspace);
  if (seen.isThere && seen.commits === 0) {
    const journal = { at: deps.clock.now(), by: deps.by, note: branch };
    await deps.store.commit([{ kind: 'add-note', sessionId, event: BARE, journal }]);
  }
  return deps.workspaces.ensureBareBranchGone(workspace);
}

/** True when its branch is not there and held nothing when it was last seen. */
export async function isBareAndGone(
  { store, workspaces }: Pick<BranchDeps, 'store' | 'workspaces'>,
  workspace: Workspace,
): Promise<boolean> {
  const { sessionId } = workspace;
  const [noted] = await store.listJournal({ after: 0, limit: 1, sessionId, event: BARE });
  return noted !== undefined && !(await workspaces.observeBranch(workspace)).isThere;
}
