import { readFileSync } from 'node:fs';

/** What the kernel calls the wait of a process that opens a named pipe which no other process has open. */
const PIPE_WAIT = 'wait_for_partner';
const MOST_LOOKED_AT = 50;

/** Whether a process, or one that it started, waits for a named pipe. False where that is not told. */
export function waitsForPipe(pid: number): boolean {
  const pids = new Set([pid]);
  for (const one of pids) {
    if (readProc(one, 'wchan') === PIPE_WAIT) return true;
    const children = readProc(one, `task/${one}/children`).split(' ').filter(Boolean).map(Number);
    for (const child of children) if (pids.size < MOST_LOOKED_AT) pids.add(child);
  }
  return false;
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
