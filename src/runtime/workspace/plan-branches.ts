import type { Workspace } from '../../domain/workspace/workspace.ts';

/** Where the branch of a role was when its task was verified. `key` names the result that was verified. */
export type Pin = Readonly<{ runId: string; taskId: string; key: string; branch: string }>;

export type MergedIn =
  | Readonly<{ is: 'merged' | 'had' }>
  /** Nothing was changed. Files that both sides changed, or that are not committed; or why else. */
  | Readonly<{ is: 'conflict'; files: readonly string[]; problem: string }>;

/** The port for handing branches from one task of a plan to the next. */
export interface PlanBranches {
  /** The commit that was verified: what the branch held when this was first asked. Null without a branch. */
  ensurePinned(pin: Pin): Promise<string | null>;
  /** Merges a commit into the branch of a workspace that no agent is at work in. Twice is once. */
  ensureMerged(workspace: Workspace, commit: string, message: string): Promise<MergedIn>;
  /** Forgets what was verified, of a run that is over. */
  ensureUnpinned(runId: string): Promise<void>;
}
