import { durationMs, type Flag } from './flag.ts';
import type { AttemptDoor } from './host.ts';

/** What an agent is told. A request that was not taken in yet is not lost. */
export type AgentReply = Readonly<{ ok: boolean; isKept: boolean; text: string; value: unknown }>;

/** A verb by its name, with what it takes. */
export type AgentAsk = Readonly<{ verb: string } & Record<string, unknown>>;

const ANSWER_LIMIT_MS = 20_000;

const KEPT =
  'The supervisor is not there to take this in right now. It is kept and takes effect when it is back; ' +
  'do not send it again.';

export const TIMEOUT_FLAG: Flag = {
  name: 'timeout',
  key: 'timeoutMs',
  value: 'duration',
  about: 'Inside a session: wait no longer than this for the answer (20s)',
  ...durationMs,
};

/** Puts a request into the attempt's folder and waits, not for ever, for the answer beside it. */
export async function askSwarm(
  attempt: AttemptDoor,
  request: AgentAsk,
  timeoutMs: number = ANSWER_LIMIT_MS,
): Promise<AgentReply> {
  const reply = await attempt.ask(request, timeoutMs);
  if (reply.is === 'kept') return { ok: true, isKept: true, text: KEPT, value: null };
  const { ok, text, value = null } = reply.answer;
  return { ok, isKept: false, text, value };
}

export const renderAgentReply = ({ ok, text }: AgentReply): string => `${ok ? '' : '❌ '}${text.trimEnd()}\n`;

export const agentReplyJson = ({ ok, isKept, text, value }: AgentReply): Record<string, unknown> => ({
  ok,
  kept: isKept,
  text,
  value,
});
