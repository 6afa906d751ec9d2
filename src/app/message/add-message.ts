import { MESSAGE_MAX_BYTES } from '../../contract/message.ts';
import { LONE, type Message, PERSON, type Receipt } from '../../domain/message/message.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { CommitResult } from '../../store/commit-result.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { draftTurn, noteOf, openDraft } from '../draft.ts';
import { findSession } from '../session/find-session.ts';
import { quotaSpent } from '../session/use-quota.ts';
import { whileStale } from '../while-stale.ts';

export type SendDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;
type NewMessage = Readonly<{ id?: string; to: string; body: string; steer: boolean }>;
export type SentMessage = Readonly<{
  message: Message;
  receipt: Receipt;
  /** The session that it is for, where that is parked: it reads the message later. */
  parked: Session | null;
  /** The session that was named, where that has ended and the one that got the message goes on with it. */
  continues: string | null;
}>;

/**
 * Tells a session something: the message becomes a turn, served when the session next rests, or at once when
 * it steers. `more` is written in the same transaction, for a request that must take effect exactly once.
 */
export async function addMessage(
  deps: SendDeps,
  { id = deps.ids.uuid(), to, body, steer }: NewMessage,
  more: readonly Write[] = [],
): Promise<Outcome<SentMessage>> {
  const checked = checkBody(body);
  if (!checked.ok) return checked;
  if (to === PERSON) return addForPerson(deps, { id, body }, more);
  return whileStale(to, async () => {
    const found = await findSession(deps.store, to);
    if (!found.ok) return found;
    const session = found.value;
    if (isOver(session) || session.state === 'stopping') {
      return refuse({ code: 'session-already-over', sessionId: to, status: statusOf(session.state) });
    }
    const draft = openDraft(session, await deps.store.listTurns(to), { at: deps.clock.now(), by: deps.by });
    const turn = draftTurn(draft, { id, kind: steer ? 'steer' : 'message', body });
    const message = {
      id: turn.id,
      sender: deps.by,
      recipient: to,
      body,
      ...LONE,
      turnId: turn.id,
      createdAt: draft.at,
    };
    const result = await deps.store.commit([
      { kind: 'touch-session', session },
      ...draft.writes,
      { kind: 'add-message', message, journal: noteOf(draft, `from ${deps.by}`) },
      ...more,
    ]);
    if (result.saved) {
      await deps.poke(to);
      return accept({
        message,
        receipt: 'queued',
        parked: session.state === 'parked' ? session : null,
        continues: null,
      });
    }
    return result.why === 'stale' || (result.why === 'duplicate' && result.of !== 'intake')
      ? 'stale'
      : unsent(result, to);
  });
}

/** A person has no turns: the message lies in their inbox until they look. */
async function addForPerson(
  { store, clock, by }: SendDeps,
  { id, body }: Pick<SentMessage['message'], 'id' | 'body'>,
  more: readonly Write[],
): Promise<Outcome<SentMessage>> {
  const at = clock.now();
  const message = {
    ...LONE,
    id,
    sender: by,
    recipient: PERSON,
    body,
    turnId: null,
    createdAt: at,
  };
  const journal = { at, by, note: body };
  const result = await store.commit([{ kind: 'add-message', message, journal }, ...more]);
  return result.saved
    ? accept({ message, receipt: 'queued', parked: null, continues: null })
    : unsent(result, PERSON);
}

const unsent = (result: Extract<CommitResult, { saved: false }>, what: string): Outcome<never> =>
  refuse(result.why === 'over-quota' ? quotaSpent(result) : { code: 'moved-meanwhile', what });

/** A message has words, and not too many. */
export function checkBody(body: string): Outcome<string> {
  if (body.trim() === '') return refuse({ code: 'body-empty', what: 'message' });
  const bytes = new TextEncoder().encode(body).length;
  if (bytes <= MESSAGE_MAX_BYTES) return accept(body);
  return refuse({ code: 'body-too-large', what: 'message', bytes, limitBytes: MESSAGE_MAX_BYTES });
}
