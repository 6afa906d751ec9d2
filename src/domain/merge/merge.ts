/** A branch of a run, by the role that worked on it. */
export type RunBranch = Readonly<{ role: string; branch: string }>;

/** How a merge of a run's branches ended. Only `merged` moved anything. */
export type MergeEnd =
  | Readonly<{
      is: 'merged';
      target: string;
      from: string;
      to: string;
      merged: readonly RunBranch[];
      /** Branches whose commits the target had already. */
      hadAlready: readonly RunBranch[];
      /** The command that passed; null when none is configured, so that nothing was checked. */
      check: string | null;
      logFile: string | null;
    }>
  | Readonly<{ is: 'nothing-new'; target: string; commit: string; branches: readonly RunBranch[] }>
  | Readonly<{ is: 'conflict'; target: string; branch: RunBranch; files: readonly string[] }>
  | Readonly<{
      is: 'check-failed';
      target: string;
      check: string;
      problem: string;
      lastLines: readonly string[];
      logFile: string;
    }>;

/** Work in a role's workspace that no commit has, and so no merge brings. */
export type Uncommitted = Readonly<{ role: string; folder: string; files: readonly string[] }>;

/** What is being done at the moment. */
export type MergeProgress =
  | Readonly<{ is: 'merging'; branch: RunBranch; target: string }>
  | Readonly<{ is: 'preparing' }>
  | Readonly<{ is: 'checking'; check: string; limitMs: number; logFile: string }>;
