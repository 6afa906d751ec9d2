import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';

/** The real path of a folder, from another one on; null when there is none. */
export async function findFolder(from: string, path: string): Promise<string | null> {
  const folder = resolve(from, path);
  return unlessMissing(folder, null, async () =>
    (await stat(folder)).isDirectory() ? realpath(folder) : null,
  );
}
