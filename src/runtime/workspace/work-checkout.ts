import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isInside } from './foreign.ts';
import type { Repository } from './open-repository.ts';
import type { Checkout } from './snapshot.ts';
import { exists, listEntries } from './worktree-entry.ts';

/** A checkout whose folder and whose git folder are both there. */
export type WorkCheckout = Checkout & Readonly<{ adminDir: string; workTree: string }>;

/** The checkout of this repository that the folder is, or lies in; null when there is none. */
export async function findWorkCheckout(repository: Repository, folder: string): Promise<WorkCheckout | null> {
  const found = await locateIn(await listCheckouts(repository), folder);
  if (found === null) return null;
  const { git } = repository;
  const head = await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    gitDir: found.adminDir,
  });
  return { ...found, gitDir: found.adminDir, head };
}

/** Which of them the folder is, or lies in. */
export async function locateIn(checkouts: readonly Located[], folder: string): Promise<Located | null> {
  if (!(await exists(folder))) return null;
  const path = await realpath(folder);
  const holds = (top: string): boolean => top === path || isInside(path, top);
  const found = checkouts.filter(({ workTree }) => holds(workTree));
  return found.toSorted((a, b) => b.workTree.length - a.workTree.length)[0] ?? null;
}

/** Where a checkout is, and git's own folder of it. */
export type Located = Readonly<{ adminDir: string; workTree: string }>;

export async function listCheckouts({ commonDir }: Repository): Promise<readonly Located[]> {
  const linked = (await listEntries(commonDir)).map(({ adminDir, path }) => ({ adminDir, workTree: path }));
  // A bare repository has no checkout of its own.
  const isMain = basename(commonDir) === '.git';
  const main = isMain ? [{ adminDir: commonDir, workTree: await realpath(dirname(commonDir)) }] : [];
  return [...main, ...linked];
}
