import type { Services } from '../../runtime/service/service.ts';

export type SupervisorGreeting = Readonly<{
  pid: number;
  version: string;
  startedAt: number;
  /** What keeps it from its work. */
  trouble?: string | undefined;
}>;

/** `silent`: a process has the project's lock and does not answer; it may have been stopped (SIGSTOP). */
export type SupervisorObservation =
  | (Readonly<{ is: 'serving' }> & SupervisorGreeting)
  | Readonly<{ is: 'silent'; pid: number | null; isStopped: boolean }>
  | Readonly<{ is: 'absent' }>;

/** The one supervisor of a project on this host. */
export interface SupervisorPort {
  observe(): Promise<SupervisorObservation>;
  /** One runs afterwards. `started`: by this call. */
  ensureRunning(): Promise<Readonly<{ pid: number; started: boolean }>>;
  /** False when it did not leave in time; null when none ran. */
  ensureStopped(timeoutMs: number): Promise<boolean | null>;
}

/** The service manager of this person, for this project. */
export type ServiceDeps = Readonly<{ services: Services }>;

export type SupervisorDeps = Readonly<{ supervisor: SupervisorPort }>;
