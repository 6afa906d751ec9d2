import { holdLock } from '../lock/hold-lock.ts';

export type SupervisorLock = Readonly<{ held: true; release(): void }> | Readonly<{ held: false }>;

const CONTENTION_MS = 250;

/** For the life of a supervisor. Freed by the kernel, also after kill -9. */
export function holdSupervisorLock(lockFile: string): SupervisorLock {
  const hold = holdLock(lockFile, CONTENTION_MS);
  return hold === null ? { held: false } : { held: true, release: hold.release };
}
