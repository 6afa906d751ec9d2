import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { type Hold, holdLock } from './hold-lock.ts';

const SHORTEST_PAUSE_MS = 3;
const PAUSE_SPREAD_MS = 12;

// Within this process they queue: many who try by timers would keep the one who holds the lock from going on.
const lastInLine = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while nobody else on this machine holds the lock; a fault when it is not free within the
 * limit.
 */
export async function withLock<T>(lockFile: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const before = lastInLine.get(lockFile) ?? Promise.resolve();
  const mine = before.then(() => hold(lockFile, limitMs, work));
  const settled = mine.catch(() => {});
  lastInLine.set(lockFile, settled);
  try {
    return await mine;
  } finally {
    if (lastInLine.get(lockFile) === settled) lastInLine.delete(lockFile);
  }
}

async function hold<T>(lockFile: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const held = await holdWithin(lockFile, limitMs);
  try {
    return await work();
  } finally {
    held.release();
  }
}

async function holdWithin(lockFile: string, limitMs: number): Promise<Hold> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const held = holdLock(lockFile, 0);
    if (held !== null) return held;
    if (Date.now() > deadline) {
      throw new Fault('lock-busy', `${lockFile} has been held by another process for ${limitMs} ms`, {
        retry: true,
      });
    }
    // Uneven, so that those who wait do not meet again.
    await pause(SHORTEST_PAUSE_MS + Math.random() * PAUSE_SPREAD_MS);
  }
}
