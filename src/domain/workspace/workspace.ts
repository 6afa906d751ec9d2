export type WorkspaceState = 'wanted' | 'ready' | 'released';

/**
 * A git worktree given to a session. `released` means the folder lies in the trash and its work has a rescue
 * ref.
 */
export type Workspace = Readonly<{
  sessionId: string;
  path: string;
  branch: string;
  baseCommit: string;
  state: WorkspaceState;
  version: number;
  changedAt: number;
}>;
