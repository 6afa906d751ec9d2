export type SupervisorGreeting = Readonly<{ pid: number; version: string; startedAt: number }>;

/** The one supervisor of a project on this host. */
export interface SupervisorPort {
  /** Null when none runs. */
  observe(): Promise<SupervisorGreeting | null>;
  /** One runs afterwards. `started`: by this call. */
  ensureRunning(): Promise<Readonly<{ pid: number; started: boolean }>>;
  /** False when it did not leave in time; null when none ran. */
  ensureStopped(timeoutMs: number): Promise<boolean | null>;
}

export type SupervisorDeps = Readonly<{ supervisor: SupervisorPort }>;
