import * as z from 'zod/mini';
import type { SentMessage } from '../../app/app.ts';
import { SendMessage } from '../../contract/message.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { type AgentReply, agentReplyJson, askSwarm, renderAgentReply, TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, command } from '../command.ts';
import { asText } from '../flag.ts';
import type { Host } from '../host.ts';

const Input = z.extend(SendMessage, { timeoutMs: z.optional(z.int()) });
type Input = z.infer<typeof Input>;
type Value = Readonly<{ is: 'sent'; sent: SentMessage }> | Readonly<{ is: 'asked'; reply: AgentReply }>;

export const send = command({
  name: 'send',
  summary: 'Send a message; it becomes the next turn of the session',
  examples: [
    'swarm send 20251118-153042-reviewer "look at src/store too"',
    'swarm send 20251118-153042-reviewer - < notes.md',
    'swarm send 20251118-153042-reviewer --steer "stop at the store"',
  ],
  words: [
    {
      name: 'to',
      key: 'to',
      about: 'Id of a session; inside a session also a role, or person',
      offers: 'session',
    },
    { name: 'text|-', key: 'body', about: 'The message, or - for stdin', gather: asText },
  ],
  flags: [
    {
      name: 'steer',
      key: 'steer',
      about: 'Do not wait until it rests: an agent at work reads it at its next safe boundary',
    },
    TIMEOUT_FLAG,
  ],
  input: Input,
  run,
  show: (value) =>
    value.is === 'asked'
      ? renderAgentReply(value.reply)
      : `✅ Message ${value.sent.receipt} for ${value.sent.message.recipient}\n`,
  json: (value) =>
    value.is === 'asked'
      ? agentReplyJson(value.reply)
      : { message_id: value.sent.message.id, to: value.sent.message.recipient, receipt: value.sent.receipt },
  exitCode: (value) => (value.is === 'sent' || value.reply.ok ? 0 : 1),
});

async function run(host: Host, { to, body, steer, timeoutMs }: Input): Promise<Outcome<Value>> {
  const text = body === '-' ? await host.readTask('-') : answered(body);
  if (!text.ok) return text;
  if (host.attempt !== null) {
    const reply = await askSwarm(host.attempt, { verb: 'send', to, body: text.value, steer }, timeoutMs);
    return answered({ is: 'asked', reply });
  }
  const outcome = await (await host.app()).sendMessage({ to, body: text.value, steer });
  return outcome.ok ? answered({ is: 'sent', sent: outcome.value }) : outcome;
}
