import { ReadInbox } from '../../contract/message.ts';
import { type Message, PERSON, receiptOf } from '../../domain/message/message.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { type InboxMessage, inboxJson } from '../../views/inbox-json.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, said } from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

const SHOWN = 50;

type InboxDeps = Pick<VerbDeps, 'store' | 'clock'>;

/** What agents sent to the person, oldest first. */
async function readInbox({ store }: Pick<InboxDeps, 'store'>): Promise<Outcome<readonly InboxMessage[]>> {
  const messages = await store.listMessages({ recipient: PERSON });
  return accept(messages.map((message) => inboxMessage(message, null)));
}

/** What was sent to this session, newest last, with how far each message has come. */
async function intakeInbox(
  deps: InboxDeps,
  { session, file }: AgentRequest<ReadInbox>,
): Promise<AskingOutcome> {
  const ofRun = session.runId === null ? [] : await listOfRole(deps, session);
  const own = await listOfSession(deps, session);
  const shown = [...ofRun, ...own].sort((a, b) => a.at - b.at).slice(-SHOWN);
  const text = shown.map(({ from, body }) => `${from}: ${body}`).join('\n') || 'no messages';
  return commitIntake(deps, { file, answer: said(text, inboxJson(shown)) });
}

async function listOfSession({ store }: InboxDeps, { id }: Session): Promise<readonly InboxMessage[]> {
  const messages = await store.listMessages({ recipient: id });
  const states = new Map((await store.listTurns(id)).map((turn) => [turn.id, turn.state]));
  return messages
    .slice(-SHOWN)
    .map((message) => inboxMessage(message, receiptOf(states.get(message.turnId ?? '') ?? 'queued')));
}

async function listOfRole({ store }: InboxDeps, { runId, role }: Session): Promise<readonly InboxMessage[]> {
  const entries = await store.listInbox({ runId: runId ?? '', role: role ?? '', limit: SHOWN });
  return entries.map(({ message, at, turnState }) => ({
    ...inboxMessage(message, turnState === null ? null : receiptOf(turnState)),
    at,
  }));
}

const inboxMessage = (message: Message, receipt: string | null): InboxMessage => ({
  id: message.id,
  from: message.fromRole ?? message.sender,
  type: message.type,
  body: message.body,
  at: message.createdAt,
  receipt,
});

export const readInboxVerb = verb({
  name: 'message.inbox',
  summary: 'Show messages to you or, inside a session, to its agent',
  asks: 'anyone',
  reads: true,
  input: ReadInbox,
  answer: async () => (await import('../../contract/answer/message.ts')).InboxAnswer,
  run: readInbox,
  intake: intakeInbox,
  json: inboxJson,
});
