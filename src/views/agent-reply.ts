import type { AskingReply } from '../contract/asking.ts';

/** What an agent is told. A request that was not taken in yet is not lost. */
export type AgentReply = Readonly<{
  ok: boolean;
  isKept: boolean;
  /** A kept one that no supervisor has seen yet. */
  isUntaken?: boolean;
  text: string;
  value: unknown;
}>;

const UNTAKEN =
  'No supervisor took this in: none is running, or it hangs. Your request is kept and takes effect when ' +
  'one runs, if your session still goes on then; do not send it again. Only a person can start one: ' +
  'swarm supervisor start';

const TAKEN =
  'The supervisor has taken this in and has not answered yet. It takes effect; do not send it again.';

const UNSERVED_WAIT =
  'No supervisor took this wait in: none is running, or it hangs, so nothing goes on that you wait for. ' +
  'Only a person can start one: swarm supervisor start. End your turn, or wait again later.';

const UNANSWERED_WAIT = 'The time ran out, and no supervisor answered';

const STANDS =
  'Your question stands, but there is no answer yet. Do not ask again: end your turn now. ' +
  'The answer arrives as your next prompt.';

export function agentReplyOf(reply: AskingReply): AgentReply {
  if (reply.is === 'kept') {
    const isUntaken = !reply.isTaken;
    return { ok: true, isKept: true, isUntaken, text: isUntaken ? UNTAKEN : TAKEN, value: null };
  }
  const { ok, text, value = null } = reply.answer;
  return { ok, isKept: false, text, value };
}

/** The same for a question: the person may still be thinking. */
export const questionReplyOf = (reply: AgentReply): AgentReply =>
  reply.isKept ? { ...reply, text: STANDS } : reply;

/** The same for a wait, of which nothing is left once its author has gone on. */
export const waitReplyOf = (reply: AgentReply): AgentReply =>
  reply.isKept ? { ...reply, ok: false, text: reply.isUntaken ? UNSERVED_WAIT : UNANSWERED_WAIT } : reply;

export const renderAgentReply = ({ ok, text }: AgentReply): string =>
  text === '' ? '' : `${ok ? '' : '❌ '}${text.trimEnd()}\n`;

export const agentReplyJson = ({ ok, isKept, text, value }: AgentReply): Record<string, unknown> => ({
  ok,
  kept: isKept,
  text,
  value,
});
