import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unlessMissing } from './file-fault.ts';

/** The whole path of a folder that is to be made, and whether something is there already. */
export async function observeTarget(
  from: string,
  folder: string,
): Promise<Readonly<{ path: string; isTaken: boolean }>> {
  const path = resolve(from, folder);
  return { path, isTaken: await unlessMissing(path, false, async () => (await lstat(path)) !== undefined) };
}
