import { acquireLock } from '../lock/acquire-lock.ts';

export type SupervisorLock =
  | Readonly<{ isAcquired: true; release(): void }>
  | Readonly<{ isAcquired: false }>;

const CONTENTION_MS = 250;

/** For the life of a supervisor. Freed by the kernel, also after kill -9. */
export function acquireSupervisorLock(lockFile: string): SupervisorLock {
  const lock = acquireLock(lockFile, CONTENTION_MS);
  return lock === null ? { isAcquired: false } : { isAcquired: true, release: lock.release };
}
