import type { AskingReply } from '../contract/asking.ts';

/** What an agent is told. A request that was not taken in yet is not lost. */
export type AgentReply = Readonly<{ ok: boolean; isKept: boolean; text: string; value: unknown }>;

const KEPT =
  'The supervisor is not there to take this in right now. It is kept and takes effect when it is back; ' +
  'do not send it again.';

const STANDS =
  'Your question stands, but there is no answer yet. Do not ask again: end your turn now. ' +
  'The answer arrives as your next prompt.';

export function agentReplyOf(reply: AskingReply): AgentReply {
  if (reply.is === 'kept') return { ok: true, isKept: true, text: KEPT, value: null };
  const { ok, text, value = null } = reply.answer;
  return { ok, isKept: false, text, value };
}

/** The same for a question: the person may still be thinking. */
export const questionReplyOf = (reply: AgentReply): AgentReply =>
  reply.isKept ? { ...reply, text: STANDS } : reply;

export const renderAgentReply = ({ ok, text }: AgentReply): string => `${ok ? '' : '❌ '}${text.trimEnd()}\n`;

export const agentReplyJson = ({ ok, isKept, text, value }: AgentReply): Record<string, unknown> => ({
  ok,
  kept: isKept,
  text,
  value,
});
