import { receiptOf } from '../../domain/message/message.ts';
import type { VerbDeps } from '../deps.ts';
import { type Asking, type AskingOutcome, said, takeIn } from './asking.ts';

const SHOWN = 50;

/** What was sent to this session, newest last, with how far each message has come. */
export async function takeInbox(
  deps: Pick<VerbDeps, 'store' | 'clock'>,
  { session, file }: Asking<'inbox'>,
): Promise<AskingOutcome> {
  const [messages, turns] = [
    await deps.store.listMessages({ recipient: session.id }),
    await deps.store.listTurns(session.id),
  ];
  const states = new Map(turns.map((turn) => [turn.id, turn.state]));
  const shown = messages.slice(-SHOWN).map(({ id, sender, body, turnId, createdAt }) => ({
    id,
    from: sender,
    body,
    at: createdAt,
    receipt: receiptOf(states.get(turnId ?? '') ?? 'queued'),
  }));
  const text = shown.map(({ from, body }) => `${from}: ${body}`).join('\n') || 'no messages';
  return takeIn(deps, { file, answer: said(text, shown) });
}
