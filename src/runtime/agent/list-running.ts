import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';
import { observeProcess } from '../process/process-table.ts';

/** The files `<pid>.json` of a folder whose processes live. A number that was used again counts as one. */
export async function listRunning(folder: string): Promise<readonly string[]> {
  const names = await unlessMissing(folder, [], () => readdir(folder));
  const running: string[] = [];
  for (const name of names) {
    const [, pid] = /^(\d{1,10})\.json$/.exec(name) ?? [];
    const row = pid === undefined ? undefined : await observeProcess(Number(pid));
    if (row && !row.isZombie) running.push(join(folder, name));
  }
  return running;
}
