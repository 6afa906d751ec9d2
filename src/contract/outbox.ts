import * as z from 'zod/mini';
import { AgentMessage, contentOfAgentMessage } from './agent-message.ts';
import { describeIssue } from './describe-issue.ts';

/** Size limits of one file of an outbox, and of the file of a whole list. */
export const OUTBOX_MOST_BYTES = 8 * 1024 * 1024;

const Name = z.optional(z.nullable(z.string().check(z.maxLength(200))));

const Addressed = z.looseObject({
  id: z.optional(z.union([z.string().check(z.minLength(1), z.maxLength(200)), z.number()])),
  from: Name,
  to: Name,
});

/** A message of an outbox whose envelope was parsed. */
export type OutboxMessage = Readonly<{
  from: string | null;
  to: string | null;
  /** Of a typed message; its schema is checked where it is routed. */
  content: unknown;
  /** Of one without a type. */
  words: string | null;
  /** Its author's envelope around the content, kept beside it. */
  envelope: Readonly<Record<string, unknown>> | null;
}>;

export type ReadOutbox =
  | Readonly<{ ok: true; message: OutboxMessage }>
  | Readonly<{ ok: false; problem: string }>;

const HOW = 'write one JSON object: {"to": "<role>", "type": "<type>", …}';
// Messages to the orchestrator are routed by the workflow.
const MIDDLE: ReadonlySet<string> = new Set(['orchestrator', 'swarm', '']);

/** The message, or what its author must fix. */
export function readOutboxMessage(value: unknown): ReadOutbox {
  const parsed = Addressed.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    const words = issue === undefined ? 'is no message' : describeIssue(issue);
    return { ok: false, problem: `${path === '' ? '' : `${path}: `}${words}; ${HOW}` };
  }
  const { id, from, to, ...rest } = parsed.data;
  const address = { from: from ?? null, to: to === undefined || to === null || MIDDLE.has(to) ? null : to };
  const enveloped = AgentMessage.safeParse(rest);
  if (enveloped.success) {
    const { type: _, content: __, ...envelope } = enveloped.data;
    const content = contentOfAgentMessage(enveloped.data);
    return { ok: true, message: { ...address, content, words: null, envelope: withId(envelope, id) } };
  }
  const envelope = withId({}, id);
  if (rest.type === undefined && typeof rest.body === 'string')
    return { ok: true, message: { ...address, content: undefined, words: rest.body, envelope } };
  return { ok: true, message: { ...address, content: rest, words: null, envelope } };
}

const withId = (
  envelope: Record<string, unknown>,
  id: string | number | undefined,
): Readonly<Record<string, unknown>> | null => {
  const whole = id === undefined ? envelope : { id, ...envelope };
  return Object.keys(whole).length === 0 ? null : whole;
};

/** The stable name of an element of a list: its id, else its index. */
export function elementName(element: unknown, index: number): string {
  const id = typeof element === 'object' && element !== null && 'id' in element ? element.id : undefined;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : `#${index}`;
}
