import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readSmall } from '../agent-files/read-plain.ts';
import { unlessMissing } from '../files/file-fault.ts';

/** What git knows of one linked worktree: its folder under `worktrees/` of the common folder. */
export type WorktreeEntry = Readonly<{ adminDir: string; path: string }>;

export async function listEntries(commonDir: string): Promise<readonly WorktreeEntry[]> {
  const folder = join(commonDir, 'worktrees');
  const names = await unlessMissing(folder, [], () => readdir(folder));
  const entries = await Promise.all(names.map((name) => readEntry(join(folder, name))));
  return entries.filter((entry) => entry !== null);
}

/** The entry of the worktree at this path, whether its folder is there or not. */
export async function findEntry(commonDir: string, path: string): Promise<WorktreeEntry | null> {
  const real = await realPathOf(path);
  // Git names its folder after the worktree's, unless that name was taken: one look instead of hundreds.
  const named = await readEntry(join(commonDir, 'worktrees', basename(path)));
  if (named?.path === real) return named;
  return (await listEntries(commonDir)).find((entry) => entry.path === real) ?? null;
}

async function readEntry(adminDir: string): Promise<WorktreeEntry | null> {
  const file = join(adminDir, 'gitdir');
  const pointer = readSmall(file);
  if (pointer === null) return null;
  return { adminDir, path: await realPathOf(dirname(resolve(adminDir, pointer.replace(/\n$/, '')))) };
}

/** Git keeps real paths. The last part may be gone, so only the way to it is followed. */
async function realPathOf(path: string): Promise<string> {
  const folder = dirname(path);
  if (folder === path) return path;
  try {
    return join(await realpath(folder), basename(path));
  } catch {
    return join(await realPathOf(folder), basename(path));
  }
}

export async function exists(path: string): Promise<boolean> {
  return unlessMissing(path, false, async () => lstat(path).then(() => true));
}
