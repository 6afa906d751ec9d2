import type { Wakes } from '../app/session/wait-sessions.ts';
import type { AnyVerb } from '../app/verb.ts';
import type { Ask, VerbName } from '../app/verbs.ts';
import type { AttemptDoor } from '../contract/asking.ts';

/** What the machine and the project give to this door. */
export interface McpHost {
  /** Null outside of an agent's attempt. */
  readonly attempt: AttemptDoor | null;
  /** False where one process serves many clients: none of them has a name of its own, so they only look. */
  readonly canTakePart: boolean;
  readonly runId: string | null;
  /** How others may call the session: by its id or its role. None outside of an attempt. */
  readonly names: readonly string[];
  /** The folder of the project and the one that the agent works in; none outside of a project. */
  folders(): readonly string[];
  readonly version: string;
  /** The contract that every agent is given. */
  readonly contract: string;
  readonly ask: Ask;
  verb(name: VerbName): Promise<AnyVerb>;
  /** Tells of changes as long as a supervisor runs; starts none. */
  wakes(): Promise<Wakes>;
  log(text: string): void;
}
