import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { type Hold, holdLock } from './hold-lock.ts';

const CONTENTION_MS = 2;
const SHORTEST_PAUSE_MS = 3;
const PAUSE_SPREAD_MS = 12;

/** Runs `work` while nobody else on this machine holds the lock; a fault when it is not free within the limit. */
export async function withLock<T>(lockFile: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const hold = await holdWithin(lockFile, limitMs);
  try {
    return await work();
  } finally {
    hold.release();
  }
}

async function holdWithin(lockFile: string, limitMs: number): Promise<Hold> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const hold = holdLock(lockFile, CONTENTION_MS);
    if (hold !== null) return hold;
    if (Date.now() > deadline) {
      throw new Fault('lock-busy', `${lockFile} has been held by another process for ${limitMs} ms`, {
        retry: true,
      });
    }
    // Uneven, so that those who wait do not meet again.
    await pause(SHORTEST_PAUSE_MS + Math.random() * PAUSE_SPREAD_MS);
  }
}
