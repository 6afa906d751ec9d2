import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../contract/json.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { unlessMissing } from '../files/file-fault.ts';
import { observeProcess } from '../process/process-table.ts';

/** The files `<pid>.json` of a folder whose processes live. */
export async function listRunning(folder: string): Promise<readonly string[]> {
  const names = await unlessMissing(folder, [], () => readdir(folder));
  const running: string[] = [];
  for (const name of names) {
    const [, pid] = /^(\d{1,10})\.json$/.exec(name) ?? [];
    const row = pid === undefined ? undefined : await observeProcess(Number(pid));
    if (row && !row.isZombie && !isOfAnother(join(folder, name), row.start)) {
      running.push(join(folder, name));
    }
  }
  return running;
}

// Where the file records the start time of its process as Linux does, a reused pid is detected.
function isOfAnother(file: string, start: string): boolean {
  const json = parseJson(readSmall(file) ?? '');
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return false;
  const told = 'procStart' in json.value ? String(json.value.procStart) : '';
  return /^\d+$/.test(told) && /^\d+$/.test(start) && told !== start;
}
