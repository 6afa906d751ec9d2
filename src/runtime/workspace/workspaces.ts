import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { WantedDiff, WorkDiff } from '../../domain/workspace/work-diff.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';

/** Whether a branch exists, its last commit, and how many it has beyond its base. */
export type BranchObservation = Readonly<{ isThere: boolean; tip: string | null; commits: number }>;

/** Where the work in a workspace stands: the commit, and what is not committed. */
export type WorkObservation = Readonly<{ head: string | null; dirtyFiles: readonly string[] }>;

/** What a role has committed on its branch. A path that is not there has no hash. */
export type SubmissionObservation = Readonly<{
  commit: string | null;
  /** The folder has that commit checked out. */
  isOnBranch: boolean;
  /** Files that git has, and that are not as they were committed. */
  changed: readonly string[];
  /** Files that git does not have, and does not ignore. */
  untracked: readonly string[];
  hashes: ReadonlyMap<string, string | null>;
}>;

/** What became of a branch, and how many commits it has beyond its base. */
export type BranchEnd = Readonly<{ is: 'deleted' | 'kept' | 'absent'; commits: number }>;

/** What git has of a session whose row was lost: its worktree, if that is there, and how many rescues. */
export type LeftWork = Readonly<{
  worktree: Readonly<{ branch: string; baseCommit: string }> | null;
  rescues: number;
}>;

/**
 * The port for git worktrees. Nothing uncommitted or unmerged is ever deleted, but for what lies in one that
 * is made to be thrown away.
 */
export interface Workspaces {
  /** The first of these whose branch or folder is there already; null when all are free. */
  findTaken(workspaces: readonly Workspace[]): Promise<Workspace | null>;
  /** The commit that new workspaces start from; a fault when there is none. */
  observeHead(): Promise<string>;
  /** Which of these files a commit has; a folder stands for all below it. From the root of the repository. */
  listCommitted(commit: string, paths: readonly string[]): Promise<readonly string[]>;
  /** Files of the project's own checkout that differ from its commit, untracked ones too. */
  observeChanges(): Promise<readonly string[]>;
  /** A commit of the checkout as it lies there, on top of this one; nothing of the checkout changes. */
  commitChanges(head: string): Promise<string>;
  /**
   * The worktree exists on its branch, provisioned. Twice is once; an existing branch of ours is accepted.
   * A throw-away one is made anew at its commit: whatever was left in it is dropped. One that has to be made
   * begins with what was rescued last of the session `heirOf`, where its branch has not moved since.
   */
  ensureReady(workspace: Workspace, heirOf?: string | null): Promise<void>;
  /**
   * Everything not ignored is saved to a rescue ref, then the folder is renamed into the trash. A throw-away
   * one is removed.
   */
  ensureReleased(workspace: Workspace): Promise<{ rescue: Rescue | null }>;
  /** The same, or why it cannot be done: what lies in one workspace is no reason to keep another. */
  offerRelease(workspace: Workspace): Promise<{ rescue: Rescue | null; obstacle: string | null }>;
  /** Why its folder is not this project's to release; null when it is, or is not there. */
  findForeign(workspace: Workspace): Promise<string | null>;
  /** True when all of its work is on its branch, so that a release would have nothing to rescue. */
  isCommitted(workspace: Workspace): Promise<boolean>;
  observeBranch(workspace: Workspace): Promise<BranchObservation>;
  /** Those whose branch holds a commit of its own. */
  listWithCommits(workspaces: readonly Workspace[]): Promise<readonly Workspace[]>;
  observeWork(workspace: Workspace): Promise<WorkObservation>;
  /**
   * What was changed since its base, with what is not committed: in its folder, else on its branch, else in
   * its newest rescue. Null when none of them is there.
   */
  observeDiff(workspace: Workspace, wanted: WantedDiff): Promise<WorkDiff | null>;
  observeSubmission(workspace: Workspace, paths: readonly string[]): Promise<SubmissionObservation>;
  /** Deletes its branch if that has no commit of its own and no worktree has it checked out. */
  ensureBareBranchGone(workspace: Workspace): Promise<BranchEnd>;
  /** Deletes its branch if a branch that is not one of Swarm's has all of its commits. */
  ensureMergedBranchGone(workspace: Workspace): Promise<BranchEnd>;
  /** Saves the commits of its branch as a rescue, then deletes it, unless a worktree has it checked out. */
  ensureBranchDropped(workspace: Workspace): Promise<BranchEnd & Readonly<{ rescue: Rescue | null }>>;
  /** The names of all local branches. */
  listBranches(): Promise<ReadonlySet<string>>;
  /** The names of the repository's remotes. */
  listRemotes(): Promise<readonly string[]>;
  /**
   * Branches of sessions with commits that the checkout does not have, each with its last commit. None where
   * git or the repository is missing: who only looks is not kept from it.
   */
  listUnmerged(): Promise<ReadonlyMap<string, string>>;
  listRescues(): Promise<readonly Rescue[]>;
  /** Looks at this path alone; nothing is there where there is no repository. */
  observeLeft(wanted: Readonly<{ sessionId: string; path: string }>): Promise<LeftWork>;
  /** Diffstat and message of one rescue. */
  renderRescue(ref: Rescue): Promise<string>;
  /** Checks the rescued tree out into a new folder; refuses to overwrite. */
  restoreRescue(ref: Rescue, target: string): Promise<void>;
  /** Deletes what has been in the trash for longer than `keepMs`; gives back how many folders. */
  ensureTrashSwept(keepMs: number): Promise<number>;
}
