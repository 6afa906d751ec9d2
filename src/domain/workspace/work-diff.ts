/** Where the work was found: in its folder, else on its branch, else in what was rescued of it. */
export type DiffSource = 'workspace' | 'branch' | 'rescue';

export type ChangedFile = Readonly<{
  path: string;
  /** What it was called before; null when it kept its name. */
  from: string | null;
  /** Lines; null for a file that is not text. */
  added: number | null;
  deleted: number | null;
}>;

export type WorkCommit = Readonly<{ commit: string; subject: string }>;

/** What a session has changed since its workspace began. */
export type WorkDiff = Readonly<{
  source: DiffSource;
  /** The commit that it is compared with; null when git has none any more, so that all of it is new. */
  base: string | null;
  /** The newest ones, newest first, of as many as `commitCount`. */
  commits: readonly WorkCommit[];
  commitCount: number;
  files: readonly ChangedFile[];
  /** Names of files that are not as they were committed, or never were. */
  uncommitted: readonly string[];
  /** Names of what could not be read, in git's words where it has no name. */
  unread: readonly string[];
  /** The newest rescue, where the branch is shown and does not hold it. */
  rescue: string | null;
  /** Null when it was not asked for. */
  patch: string | null;
  /** The patch was longer than its limit: only its beginning is there. */
  isCut: boolean;
}>;

/** What is wanted of the work: with `patchBytes` of 0 only which files changed, and by how much. */
export type WantedDiff = Readonly<{
  patchBytes: number;
  paths: readonly string[];
  /** Files with all of their lines, not only those around a change. */
  isWhole?: boolean;
}>;

export type DiffSize = Readonly<{ files: number; added: number; deleted: number }>;

export const sizeOf = (files: readonly ChangedFile[]): DiffSize => ({
  files: files.length,
  added: files.reduce((sum, { added }) => sum + (added ?? 0), 0),
  deleted: files.reduce((sum, { deleted }) => sum + (deleted ?? 0), 0),
});
