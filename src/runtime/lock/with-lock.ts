import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { acquireLock, type FileLock } from './acquire-lock.ts';

const SHORTEST_PAUSE_MS = 3;
const PAUSE_SPREAD_MS = 12;

// Waiters of this process queue: many that poll would starve the one that has the lock.
const lastInLine = new Map<string, Promise<unknown>>();

/**
 * Runs `work` under a lock of this machine; a fault when it is not free within the
 * limit.
 */
export async function withLock<T>(lockFile: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const before = lastInLine.get(lockFile) ?? Promise.resolve();
  const mine = before.then(() => runLocked(lockFile, limitMs, work));
  const inLine = mine.catch(() => {});
  lastInLine.set(lockFile, inLine);
  try {
    return await mine;
  } finally {
    if (lastInLine.get(lockFile) === inLine) lastInLine.delete(lockFile);
  }
}

async function runLocked<T>(lockFile: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await acquireWithin(lockFile, limitMs);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function acquireWithin(lockFile: string, limitMs: number): Promise<FileLock> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const lock = acquireLock(lockFile, 0);
    if (lock !== null) return lock;
    if (Date.now() > deadline) {
      throw new Fault('lock-busy', `${lockFile} was locked by another process for ${limitMs} ms`, {
        retry: true,
      });
    }
    // Jitter, so that waiters do not collide again.
    await pause(SHORTEST_PAUSE_MS + Math.random() * PAUSE_SPREAD_MS);
  }
}
