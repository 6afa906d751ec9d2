import { receiptOf } from '../../domain/message/message.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { type Asking, type AskingOutcome, said, takeIn } from './request.ts';

const SHOWN = 50;

type InboxDeps = Pick<VerbDeps, 'store' | 'clock'>;
type Shown = Readonly<{ id: string; from: string; body: string; at: number; receipt: string | null }>;

/** What was sent to this session, newest last, with how far each message has come. */
export async function takeInbox(deps: InboxDeps, { session, file }: Asking<'inbox'>): Promise<AskingOutcome> {
  const ofRun = session.runId === null ? [] : await listOfRole(deps, session);
  const own = await listOfSession(deps, session);
  const shown = [...ofRun, ...own].sort((a, b) => a.at - b.at).slice(-SHOWN);
  const text = shown.map(({ from, body }) => `${from}: ${body}`).join('\n') || 'no messages';
  return takeIn(deps, { file, answer: said(text, shown) });
}

async function listOfSession({ store }: InboxDeps, { id }: Session): Promise<readonly Shown[]> {
  const messages = await store.listMessages({ recipient: id });
  const states = new Map((await store.listTurns(id)).map((turn) => [turn.id, turn.state]));
  return messages.slice(-SHOWN).map((message) => ({
    id: message.id,
    from: message.sender,
    body: message.body,
    at: message.createdAt,
    receipt: receiptOf(states.get(message.turnId ?? '') ?? 'queued'),
  }));
}

async function listOfRole({ store }: InboxDeps, { runId, role }: Session): Promise<readonly Shown[]> {
  const entries = await store.listInbox({ runId: runId ?? '', role: role ?? '', limit: SHOWN });
  return entries.map(({ message, at, turnState }) => ({
    id: message.id,
    from: message.fromRole ?? message.sender,
    type: message.type,
    body: message.body,
    at,
    receipt: turnState === null ? null : receiptOf(turnState),
  }));
}
