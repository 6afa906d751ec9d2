import type { MergeEnd, MergeProgress, RunBranch, Uncommitted } from '../../domain/merge/merge.ts';
import type { Outcome } from '../../domain/outcome.ts';

export type MergeRequest = Readonly<{
  runId: string;
  /** What the run is for; stands in the message of each merge. */
  title: string;
  /** Where branches have a title of their own, by branch: it takes the place of that of the run. */
  titles?: ReadonlyMap<string, string>;
  /** In the order in which they are merged. */
  branches: readonly RunBranch[];
  /** Null for the branch that is checked out in the project. */
  into: string | null;
  tell: (progress: MergeProgress) => void;
  /** Ends the check when the person gives up. */
  signal?: AbortSignal;
}>;

/** The port for merging branches. */
export interface Merges {
  /**
   * Merges beside all work in progress, runs the project's check there, and only then moves the target. A
   * crash at any point leaves the target where it was; the next merge cleans up.
   */
  merge(request: MergeRequest): Promise<Outcome<MergeEnd>>;
  /** What lies uncommitted in the worktrees of these branches, as far as they are still there. */
  listUncommitted(branches: readonly RunBranch[]): Promise<readonly Uncommitted[]>;
}
