import { SendMessage } from '../../contract/message.ts';
import { PERSON } from '../../domain/message/message.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { parkingJson } from '../../views/parking.ts';
import { findSessionNamed } from '../run/find-target.ts';
import { type ContinueDeps, continueSession } from '../session/continue-session.ts';
import { findSession } from '../session/find-session.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { addMessage, checkBody, type SendDeps, type SentMessage } from './add-message.ts';
import { intakeMessage } from './intake-message.ts';

/** Sends what a person says: to a session by its id or its role, or into the inbox of people. */
async function sendMessage(deps: SendDeps & ContinueDeps, input: SendMessage): Promise<Outcome<SentMessage>> {
  const { to, body, content, steer } = input;
  if (content !== undefined) return refuse({ code: 'not-in-attempt', verb: 'send --type' });
  if (to === undefined) return refuse({ code: 'recipient-missing' });
  if (to === PERSON) return addMessage(deps, { to, body, steer });
  const named = await findSessionNamed(deps, to, 'send');
  return named.ok ? tell(deps, named.value, { body, steer }) : named;
}

type Words = Readonly<{ body: string; steer: boolean }>;

const isEnding = (session: Session): boolean => isOver(session) || session.state === 'stopping';

/** What has ended is not told anything more: its successor is, which begins with the first message. */
function tell(deps: SendDeps & ContinueDeps, id: string, words: Words): Promise<Outcome<SentMessage>> {
  return whileStale(id, async () => {
    const last = await findLast(deps, id);
    if (!last.ok) return last;
    if (isEnding(last.value)) return begin(deps, last.value, words.body);
    const sent = await addMessage(deps, { to: last.value.id, ...words });
    if (!sent.ok) return sent.refusal.code === 'session-already-over' ? 'stale' : sent;
    return accept({ ...sent.value, continues: last.value.id === id ? null : id });
  });
}

/** The session that goes on with the work now: the end of the chain of successors. */
async function findLast({ store }: SendDeps, id: string): Promise<Outcome<Session>> {
  let last = id;
  for (;;) {
    const next = (await store.listSuccessors([last])).get(last);
    if (next === undefined) return findSession(store, last);
    last = next;
  }
}

async function begin(
  deps: ContinueDeps,
  ended: Session,
  body: string,
): Promise<Outcome<SentMessage> | 'stale'> {
  const checked = checkBody(body);
  if (!checked.ok) return checked;
  const begun = await continueSession(deps, ended, { body });
  if (begun === 'stale' || !begun.ok) return begun;
  return accept({ message: begun.value.message, receipt: 'queued', parked: null, continues: ended.id });
}

export const sendMessageVerb = verb({
  name: 'message.send',
  summary: 'Send a message to a session as its next turn; one that has ended goes on in a successor',
  asks: 'anyone',
  reads: false,
  input: SendMessage,
  answer: async () => (await import('../../contract/answer/message.ts')).SentMessageAnswer,
  run: sendMessage,
  intake: intakeMessage,
  json: ({ message, receipt, parked, continues }) => ({
    message_id: message.id,
    to: message.recipient,
    continues,
    receipt,
    parked: parked === null ? null : parkingJson(parked),
  }),
});
