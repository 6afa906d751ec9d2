import type { Workspace } from '../../domain/workspace/workspace.ts';

export type RescueRef = Readonly<{
  /** refs/swarm/rescue/<session>/<n> */
  ref: string;
  sessionId: string;
  number: number;
  commit: string;
  at: number;
  subject: string;
}>;

/** Whether a branch exists, and how many commits it has beyond its base. */
export type BranchSight = Readonly<{ isThere: boolean; commits: number }>;

/** Where the work in a workspace stands: the commit, and what is not committed. */
export type WorkSight = Readonly<{ head: string | null; dirtyFiles: readonly string[] }>;

/** What became of a branch, and how many commits it has beyond its base. */
export type BranchEnd = Readonly<{ is: 'deleted' | 'kept' | 'absent'; commits: number }>;

/** The port for git worktrees. Nothing uncommitted or unmerged is ever deleted. */
export interface Workspaces {
  /** True when its branch or its folder is there already. */
  isTaken(workspace: Workspace): Promise<boolean>;
  /** The commit that new workspaces start from; a fault when there is none. */
  observeHead(): Promise<string>;
  /**
   * The worktree exists on its branch, provisioned. Twice is once; an existing branch of ours is accepted.
   */
  ensureReady(workspace: Workspace): Promise<void>;
  /** Everything not ignored is saved to a rescue ref, then the folder is renamed into the trash. */
  ensureReleased(workspace: Workspace): Promise<{ rescue: RescueRef | null }>;
  /** True when all of its work is on its branch, so that a release would have nothing to rescue. */
  isCommitted(workspace: Workspace): Promise<boolean>;
  observeBranch(workspace: Workspace): Promise<BranchSight>;
  observeWork(workspace: Workspace): Promise<WorkSight>;
  /** Deletes its branch if that has no commit of its own and no worktree has it checked out. */
  ensureBareBranchGone(workspace: Workspace): Promise<BranchEnd>;
  listRescues(): Promise<readonly RescueRef[]>;
  /** Diffstat and message of one rescue. */
  renderRescue(ref: RescueRef): Promise<string>;
  /** Checks the rescued tree out into a new folder; refuses to overwrite. */
  restoreRescue(ref: RescueRef, target: string): Promise<void>;
  /** Deletes what has been in the trash for longer than `keepMs`; gives back how many folders. */
  ensureTrashSwept(keepMs: number): Promise<number>;
}
