import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

// An agent that writes more files than this is over its quota long before.
const MAX_ENTRIES = 50_000;

/**
 * Bytes of all files below a folder, or of the first `most` of them. Links are not followed; what vanishes
 * meanwhile does not count.
 */
export async function observeFolderBytes(root: string, most = MAX_ENTRIES): Promise<number> {
  const folders = [root];
  let bytes = 0;
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined && entries < most; folder = folders.pop()) {
    const found = (await listEntries(folder)).slice(0, most - entries);
    entries += found.length;
    const pathOf = (entry: Dirent) => join(folder, entry.name);
    folders.push(...found.filter((entry) => entry.isDirectory()).map(pathOf));
    bytes += await sumBytes(found.filter((entry) => !entry.isDirectory()).map(pathOf));
  }
  return bytes;
}

/** Side by side, as one after the other they would mostly wait for each other. */
async function sumBytes(paths: readonly string[]): Promise<number> {
  const sizes = paths.map((path) => lstat(path).then(({ size }) => size, uncounted));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

// What is gone or may not be read does not count: one folder must not keep the others from being measured.
const uncounted = (): number => 0;

const listEntries = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);
