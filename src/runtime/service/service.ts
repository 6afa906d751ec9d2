import type { ServiceManager, ServiceObservation } from '../../domain/supervisor/service.ts';

/** One program that the service manager keeps: absolute paths, since no shell has set anything up. */
export type ServiceProgram = Readonly<{
  root: string;
  words: readonly string[];
  /** Only what finds programs and folders; never a secret, which would lie in a file. */
  env: Readonly<Record<string, string>>;
}>;

/** `problem`: the file is there, and the service manager did not take it in. */
export type InstalledService = Readonly<{ manager: ServiceManager; file: string; problem: string | null }>;

export interface Services {
  /** Null where the machine has neither systemd nor launchd. */
  observe(): Promise<ServiceObservation | null>;
  ensureInstalled(): Promise<InstalledService>;
  ensureRemoved(): Promise<void>;
}
