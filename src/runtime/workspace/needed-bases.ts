/** The branch that a work item was done on. */
export type NeededBranch = Readonly<{ workId: string; branch: string }>;

export type NeededBase =
  | Readonly<{ is: 'base'; commit: string }>
  /** Nothing was kept. Files that this one and those before it both changed. */
  | Readonly<{ is: 'conflict'; workId: string; files: readonly string[] }>;

/** The port for work that begins where the work that it needs ended. */
export interface NeededBases {
  /** A commit that has all of these branches, upon this one. No branch and no checkout is touched. */
  ensureBase(head: string, needed: readonly NeededBranch[]): Promise<NeededBase>;
}
