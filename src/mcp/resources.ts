import type { VerbName } from '../app/verbs.ts';
import { askVerb, guarded } from './ask-verb.ts';
import type { McpHost } from './host.ts';
import type { Identity } from './identity.ts';
import type { Resource, ResourceAnswer, ToolAnswer } from './wire.ts';

const ANSWER_LIMIT_MS = 20_000;
const MAIL_MOST = 50;
const JSON_TYPE = 'application/json';

type VerbCall = Readonly<{ verb: VerbName; input: Readonly<Record<string, unknown>> }>;
type Whom = Readonly<{ sessionId: string | null; runId: string | null; hasMail: boolean }>;

type ResourceRow = Omit<Resource, 'uri'> &
  Readonly<{
    /** Null where there is nothing of the kind for this agent; `contract` is a text, not an answer. */
    ask(whom: Whom): VerbCall | 'contract' | null;
    /** Whether a line of the journal, of the agent's own session or of its run, may have changed it. */
    isChangedBy(event: string, isOwn: boolean): boolean;
  }>;

const RESOURCES: Readonly<Record<string, ResourceRow>> = {
  'swarm://status': {
    name: 'status',
    title: 'Status',
    description: 'Where your session stands; outside of one, the sessions of the project',
    mimeType: JSON_TYPE,
    ask: ({ sessionId }) =>
      sessionId === null
        ? { verb: 'session.list', input: { archived: false, limit: 50 } }
        : { verb: 'session.show', input: { sessionId } },
    isChangedBy: (_, isOwn) => isOwn,
  },
  'swarm://inbox': {
    name: 'inbox',
    title: 'Inbox',
    description: 'Messages to you, oldest first',
    mimeType: JSON_TYPE,
    ask: ({ sessionId }) => (sessionId === null ? null : { verb: 'message.inbox', input: {} }),
    isChangedBy: (event, isOwn) => event.startsWith('message') || (isOwn && event.startsWith('turn')),
  },
  'swarm://mail': {
    name: 'mail',
    title: 'Unread mail',
    description: 'Mail to you that you have not read, oldest first',
    mimeType: JSON_TYPE,
    ask: ({ hasMail }) =>
      hasMail
        ? { verb: 'mail.inbox', input: { unread: true, bodies: false, urgent: false, limit: MAIL_MOST } }
        : null,
    isChangedBy: (event, isOwn) => event.startsWith('mail') || (isOwn && event.startsWith('turn')),
  },
  'swarm://plan': {
    name: 'plan',
    title: 'Plan',
    description: 'Where the run of the plan stands that you work in: each task, who waits for whom',
    mimeType: JSON_TYPE,
    ask: ({ runId }) => (runId === null ? null : { verb: 'plan.status', input: { plan: runId } }),
    isChangedBy: () => true,
  },
  'swarm://contract': {
    name: 'contract',
    title: 'Agent contract',
    description: 'What every agent of Swarm may do, and how a turn begins and ends',
    mimeType: 'text/markdown',
    ask: () => 'contract',
    isChangedBy: () => false,
  },
};

export const whomOf = (host: McpHost, identity: Identity): Whom => ({
  sessionId: identity.is === 'session' ? identity.attempt.sessionId : null,
  runId: identity.is === 'session' ? host.runId : null,
  hasMail: identity.is !== 'reader',
});

export const listResources = (whom: Whom): readonly Resource[] =>
  Object.entries(RESOURCES).flatMap(([uri, { ask, isChangedBy: _, ...shown }]) =>
    ask(whom) === null ? [] : [{ uri, ...shown }],
  );

/** Null when there is no such resource. Never throws. */
export async function readResource(
  host: McpHost,
  identity: Identity,
  uri: string,
): Promise<ResourceAnswer | null> {
  const row = Object.hasOwn(RESOURCES, uri) ? RESOURCES[uri] : undefined;
  const asked = row?.ask(whomOf(host, identity)) ?? null;
  if (row === undefined || asked === null) return null;
  const answer =
    asked === 'contract'
      ? { isError: false, text: host.contract, value: null }
      : await askFor(host, identity, asked);
  return { ...answer, mimeType: row.mimeType };
}

const askFor = (host: McpHost, identity: Identity, { verb: name, input }: VerbCall): Promise<ToolAnswer> =>
  guarded(host, async () => {
    const verb = await host.verb(name);
    const wait = { timeoutMs: ANSWER_LIMIT_MS };
    const answer = await askVerb(host, identity, { verb, input, wait });
    // Inside a session the answer is in an envelope, whose text is for a model.
    const value = answer.value !== null && 'kept' in answer.value ? answer.value.value : answer.value;
    return answer.isError || value === null ? answer : { ...answer, text: JSON.stringify(value) };
  });

type JournalLine = Readonly<{ event: string; sessionId: string | null }>;

/** The resources that these lines of the journal may have changed. */
export const changedBy = (whom: Whom, lines: readonly JournalLine[]): readonly string[] =>
  listResources(whom)
    .map(({ uri }) => uri)
    .filter((uri) =>
      lines.some(({ event, sessionId }) =>
        RESOURCES[uri]?.isChangedBy(event, whom.sessionId === null || sessionId === whom.sessionId),
      ),
    );
