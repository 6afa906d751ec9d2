export type WorkspaceState = 'wanted' | 'ready' | 'released';

/**
 * A git worktree given to a session. `released` means the folder lies in the trash and its work has a rescue
 * ref.
 */
export type Workspace = Readonly<{
  sessionId: string;
  path: string;
  /** Empty for a throw-away one, which is on no branch. */
  branch: string;
  /** Where its branch began; of a throw-away one, the commit that is checked out. */
  baseCommit: string;
  state: WorkspaceState;
  version: number;
  changedAt: number;
}>;

/** Made anew for each use, on no branch; nothing of it is kept or merged. */
export const isThrowAway = ({ branch }: Pick<Workspace, 'branch'>): boolean => branch === '';
