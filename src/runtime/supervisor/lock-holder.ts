import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { isLocked } from '../lock/acquire-lock.ts';

/** A supervisor that has the lock of its project. `pid` is null where the system does not tell. */
export type LockHolder = Readonly<{ pid: number | null; isStopped: boolean }>;

/** Who has the lock; null when it is free. For the time when the socket gives no answer. */
export function observeLockHolder(lockFile: string): LockHolder | null {
  if (!isLocked(lockFile)) return null;
  const pid = findHolder(lockFile);
  return { pid, isStopped: pid !== null && isStopped(pid) };
}

function findHolder(lockFile: string): number | null {
  const { ino } = statSync(lockFile);
  const pids = readIfThere('/proc/locks')
    .split('\n')
    .filter((line) => line.includes(`:${ino} `))
    .map((line) => Number(/ (?:READ|WRITE) +(\d+) /.exec(line)?.[1] ?? 0));
  return pids.find((pid) => pid > 0 && hasOpen(pid, lockFile)) ?? null;
}

// Two file systems may have the same inode number.
function hasOpen(pid: number, file: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`) === file);
  } catch {
    return false;
  }
}

/** By SIGSTOP, or by a debugger. The name in brackets may hold anything. */
const isStopped = (pid: number): boolean => {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return /^[Tt] /.test(stat.slice(stat.lastIndexOf(')') + 2));
};

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
