import { SendMessage } from '../../contract/message.ts';
import { PERSON } from '../../domain/message/message.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import { parkingJson } from '../../views/parking.ts';
import { findSessionNamed } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { addMessage, type SendDeps, type SentMessage } from './add-message.ts';
import { intakeMessage } from './intake-message.ts';

/** Sends what a person says: to a session by its id or its role, or into the inbox of people. */
async function sendMessage(deps: SendDeps, input: SendMessage): Promise<Outcome<SentMessage>> {
  const { to, body, content, steer } = input;
  if (content !== undefined) return refuse({ code: 'not-in-attempt', verb: 'send --type' });
  if (to === undefined) return refuse({ code: 'recipient-missing' });
  if (to === PERSON) return addMessage(deps, { to, body, steer });
  const named = await findSessionNamed(deps, to, 'send');
  return named.ok ? addMessage(deps, { to: named.value, body, steer }) : named;
}

export const sendMessageVerb = verb({
  name: 'message.send',
  summary: 'Send a message to a session as its next turn',
  asks: 'anyone',
  reads: false,
  input: SendMessage,
  answer: async () => (await import('../../contract/answer/message.ts')).SentMessageAnswer,
  run: sendMessage,
  intake: intakeMessage,
  json: ({ message, receipt, parked }) => ({
    message_id: message.id,
    to: message.recipient,
    receipt,
    parked: parked === null ? null : parkingJson(parked),
  }),
});
