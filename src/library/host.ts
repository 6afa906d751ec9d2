import type { AnyVerb } from '../app/verb.ts';
import type { Ask } from '../app/verbs.ts';
import type { ProjectNames } from './projection.ts';

/** Tells when something changed in the project. Never polls. */
export interface Wakes {
  next(timeoutMs: number): Promise<'changed' | 'timeout'>;
  close(): void;
}

/** What the machine and one project give to the library. */
export interface LibraryHost {
  readonly ask: Ask;
  /** Null when there is no such verb. */
  verb(name: string): Promise<AnyVerb | null>;
  readonly project: ProjectNames;
  wakes(): Promise<Wakes>;
  /** What an agent delivered, as text; null when there is nothing. */
  readResult(agentId: string): Promise<string | null>;
  /** All that an agent wrote so far. */
  readOutput(agentId: string): Promise<string>;
  /** Puts a text into the output folder of a run, and gives back its path. */
  writeOutput(runId: string, name: string, text: string): Promise<string>;
  close(): Promise<void>;
}
