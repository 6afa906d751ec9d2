import type { AnyVerb } from '../app/verb.ts';
import type { AttemptDoor } from '../contract/asking.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { McpHost } from './host.ts';
import { openParticipation, type Participation } from './participation.ts';
import type { ToolRow } from './tool-row.ts';

/**
 * Whom this server speaks for. A session of ours speaks through its attempt's folder, with the token of that
 * attempt. An agent that a person started by hand takes part under a name of its own, never as the person.
 * A reader holds a token of the project and has no name: it only looks.
 */
export type Identity =
  | Readonly<{ is: 'session'; attempt: AttemptDoor }>
  | Readonly<{ is: 'participant'; participation: Participation }>
  | Readonly<{ is: 'reader' }>;

type Speaker = Pick<McpHost, 'attempt' | 'ask' | 'canTakePart'>;

export function identityOf({ attempt, ask, canTakePart }: Speaker): Identity {
  if (attempt !== null) return { is: 'session', attempt };
  return canTakePart ? { is: 'participant', participation: openParticipation(ask) } : { is: 'reader' };
}

type ToolRequest = Readonly<{ name: string; tool: ToolRow; verb: AnyVerb }>;

/** Why this agent may not use the tool; null when it may. What is for persons is no tool at all. */
export function refusalFor(identity: Identity, { name, tool, verb }: ToolRequest): Refusal | null {
  if (identity.is === 'reader')
    return verb.reads && !tool.isOwn && !tool.takesPart ? null : { code: 'agent-unknown', tool: name };
  if (identity.is === 'participant') {
    const mayUse = tool.takesPart || (verb.reads && !tool.isOwn);
    return mayUse ? null : { code: 'agent-unknown', tool: name };
  }
  return verb.asks === 'person' ? { code: 'not-from-attempt', verb: verb.name } : null;
}
