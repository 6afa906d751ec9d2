import { DatabaseSync } from '@photostructure/sqlite';
import { Fault } from '../../domain/fault.ts';

export type SupervisorLock = Readonly<{ held: true; release(): void }> | Readonly<{ held: false }>;

// Two who ask in the same instant can each keep the other from the lock; one of them gets it while it waits.
const CONTENTION_MS = 250;
const SQLITE_BUSY = 5;

/**
 * Held until `release` or the end of this process, however it ends: the kernel frees it. The file stays empty.
 * Nobody may open and close that file by other means in this process: POSIX would drop the lock silently.
 */
export function holdSupervisorLock(lockFile: string): SupervisorLock {
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    const held = new DatabaseSync(lockFile, { timeout: CONTENTION_MS });
    database = held;
    held.exec('BEGIN EXCLUSIVE');
    return { held: true, release: () => held.close() };
  } catch (cause) {
    database?.close();
    if (resultCodeOf(cause) === SQLITE_BUSY) return { held: false };
    throw new Fault('supervisor-lock-failed', `cannot lock ${lockFile}: ${(cause as Error).message}`, {
      hint: `when no supervisor is running, remove ${lockFile}`,
      cause,
    });
  }
}

// Extended result codes carry the plain one in their lowest byte.
const resultCodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode) & 0xff;
