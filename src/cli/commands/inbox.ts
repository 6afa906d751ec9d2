import * as z from 'zod/mini';
import type { Message } from '../../domain/message/message.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderInstant } from '../../views/time.ts';
import { type AgentReply, agentReplyJson, askSwarm, renderAgentReply, TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, localCommand } from '../command.ts';
import type { Host } from '../host.ts';

type Inbox = Readonly<{ agent: AgentReply }> | Readonly<{ person: readonly Message[] }>;

export const inbox = localCommand({
  asks: 'anyone',
  name: 'inbox',
  summary: 'Show the messages that came for you; inside a session: for its agent',
  examples: ['swarm inbox', 'swarm inbox --json'],
  flags: [TIMEOUT_FLAG],
  input: z.object({ timeoutMs: z.optional(z.int()) }),
  run,
  show: (found) => ('agent' in found ? renderAgentReply(found.agent) : renderMessages(found.person)),
  json: (found) => ('agent' in found ? agentReplyJson(found.agent) : found.person.map(messageJson)),
  exitCode: (found) => ('agent' in found && !found.agent.ok ? 1 : 0),
});

async function run(host: Host, { timeoutMs }: { timeoutMs?: number | undefined }): Promise<Outcome<Inbox>> {
  if (host.attempt !== null) {
    return answered({ agent: await askSwarm(host.attempt, { verb: 'inbox' }, timeoutMs) });
  }
  const messages = await (await host.app()).listMessages();
  return messages.ok ? answered({ person: messages.value }) : messages;
}

const renderMessages = (messages: readonly Message[]): string =>
  messages
    .map(({ sender, body, createdAt }) => `${renderInstant(createdAt)} ${sender}\n  ${body}\n`)
    .join('') || 'No messages\n';

const messageJson = ({ id, sender, body, createdAt }: Message) => ({
  id,
  from: sender,
  body,
  at: new Date(createdAt).toISOString(),
});
