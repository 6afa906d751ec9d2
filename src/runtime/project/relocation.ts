import type { Location } from './identity.ts';

/** A project that may not be where it was, and what has to follow it. */
export interface Relocation {
  readonly root: string;
  observe(): Promise<Location>;
  /** The supervisor and the panes of the place where it was are gone. */
  ensureOldEnded(was: string): Promise<void>;
  /** Runs the work while no supervisor can start here. */
  whileUnserved<T>(work: () => Promise<T>): Promise<T>;
  /** Rows name paths below the new root; gives back those of workspaces that are not released. */
  ensureRowsMoved(was: string): Promise<readonly string[]>;
  /** Git and our markers know those worktrees that are there; gives back how many. */
  ensureWorktreesRepaired(was: string, paths: readonly string[]): Promise<number>;
  /** True when the rows lie in a database that the original works with too. */
  sharesRows(): Promise<boolean>;
  /** Moves all that belongs to the rows of the original out of the way; gives back where it lies. */
  ensureAside(was: string): Promise<string>;
  /** This is its place from now on. A copy gets an id of its own. */
  ensureSettled(as: 'same' | 'new'): Promise<void>;
}

export type RelocationDeps = Readonly<{ relocation: () => Promise<Relocation> }>;
