import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readSmall } from '../agent-files/read-plain.ts';
import { unlessMissing } from '../files/file-fault.ts';

/** What git knows of one linked worktree: its folder under `worktrees/` of the common folder. */
export type WorktreeEntry = Readonly<{ adminDir: string; path: string }>;

export async function listEntries(commonDir: string): Promise<readonly WorktreeEntry[]> {
  const folder = join(commonDir, 'worktrees');
  const names = await unlessMissing(folder, [], () => readdir(folder));
  // Most of them lie in few folders, whose way is followed once.
  const ways = new Map<string, Promise<string>>();
  const wayTo = (path: string): Promise<string> => {
    const way = ways.get(path) ?? realWayTo(path);
    ways.set(path, way);
    return way;
  };
  const entries = await Promise.all(names.map((name) => readEntry(join(folder, name), wayTo)));
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

async function readEntry(
  adminDir: string,
  wayTo: (path: string) => Promise<string> = realWayTo,
): Promise<WorktreeEntry | null> {
  const file = join(adminDir, 'gitdir');
  const pointer = readSmall(file);
  if (pointer === null) return null;
  const path = dirname(resolve(adminDir, pointer.replace(/\n$/, '')));
  return { adminDir, path: join(await wayTo(dirname(path)), basename(path)) };
}

/** Git keeps real paths. The last part may be gone, so only the way to it is followed. */
const realPathOf = async (path: string): Promise<string> =>
  join(await realWayTo(dirname(path)), basename(path));

async function realWayTo(folder: string): Promise<string> {
  if (dirname(folder) === folder) return folder;
  try {
    return await realpath(folder);
  } catch {
    return join(await realWayTo(dirname(folder)), basename(folder));
  }
}

export async function exists(path: string): Promise<boolean> {
  return unlessMissing(path, false, async () => lstat(path).then(() => true));
}
