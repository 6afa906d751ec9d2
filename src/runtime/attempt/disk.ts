import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';

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
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await listEntries(folder)) {
      entries += 1;
      if (entries > most) return bytes;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += await unlessMissing(path, 0, async () => (await lstat(path)).size);
    }
  }
  return bytes;
}

const listEntries = (folder: string): Promise<readonly Dirent[]> =>
  unlessMissing<readonly Dirent[]>(folder, [], () => readdir(folder, { withFileTypes: true }));
