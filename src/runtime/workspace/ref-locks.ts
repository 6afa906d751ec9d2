import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { isCheckedOut, OUR_BRANCHES } from './checked-out.ts';
import type { Repository } from './open-repository.ts';

// Git holds a lock for as long as it takes to write one line: the name of a commit.
const STALE_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 20;
const MOST_BYTES = 65;

/**
 * Removes what a killed git left at the refs of rescues: only releases write there, one at a time. Call it
 * with the lock of releases, once no git of theirs is at work.
 */
export async function clearRescueLocks({ commonDir }: Repository): Promise<void> {
  for (const ref of await listLocked(commonDir, 'refs/swarm')) await clearLock(commonDir, ref);
}

/**
 * The same at a branch of ours that no agent works on. Call it with the lock of worktrees, once no git that
 * adds one or deletes a branch is at work.
 */
export async function clearBranchLock(repository: Repository, ref: string): Promise<void> {
  const { commonDir } = repository;
  if (!ref.startsWith(OUR_BRANCHES) || (await observeLock(commonDir, ref)) === null) return;
  if (!(await isCheckedOut(repository, ref))) await clearLock(commonDir, ref);
}

const SUFFIX = '.lock';

/** The refs under this one that are locked. No name of a ref ends in the suffix of a lock. */
async function listLocked(commonDir: string, under: string): Promise<readonly string[]> {
  if (!(await isPlainFolder(commonDir, under))) return [];
  const folder = join(commonDir, under);
  const entries = await unlessMissing(folder, [], () => readdir(folder, { withFileTypes: true }));
  const locked: string[] = [];
  for (const entry of entries) {
    const ref = `${under}/${entry.name}`;
    if (entry.isDirectory()) locked.push(...(await listLocked(commonDir, ref)));
    else if (ref.endsWith(SUFFIX)) locked.push(ref.slice(0, -SUFFIX.length));
  }
  return locked;
}

/** Agents can write here: a link on the way would lead us out of the repository. */
async function isPlainFolder(commonDir: string, under: string): Promise<boolean> {
  if (under === '.') return true;
  const folder = join(commonDir, under);
  const isFolder = await unlessMissing(folder, false, async () => (await lstat(folder)).isDirectory());
  return isFolder && isPlainFolder(commonDir, dirname(under));
}

async function clearLock(commonDir: string, ref: string): Promise<void> {
  const file = join(commonDir, `${ref}${SUFFIX}`);
  if (await isStale(commonDir, ref)) await withFileFaults(file, () => rm(file, { force: true }));
}

/** A person's git may hold any lock for a moment: one that goes away or changes is not stale. */
async function isStale(commonDir: string, ref: string): Promise<boolean> {
  const first = await observeLock(commonDir, ref);
  const deadline = Date.now() + STALE_AFTER_MS;
  for (let seen = first; seen !== null && seen.key === first?.key; seen = await observeLock(commonDir, ref)) {
    if (Date.now() > Math.min(deadline, seen.at + STALE_AFTER_MS)) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

type Lock = Readonly<{ key: string; at: number }>;

/** Null where there is none, and for anything that git would not have left. */
async function observeLock(commonDir: string, ref: string): Promise<Lock | null> {
  if (!(await isPlainFolder(commonDir, dirname(ref)))) return null;
  const file = join(commonDir, `${ref}${SUFFIX}`);
  const stats = await unlessMissing(file, null, () => lstat(file));
  if (!stats?.isFile() || stats.size > MOST_BYTES) return null;
  return { key: `${stats.ino} ${stats.mtimeMs}`, at: stats.mtimeMs };
}
