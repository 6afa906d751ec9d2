import type { AttemptDoor } from '../contract/asking.ts';
import { type AgentReply, agentReplyOf } from '../views/agent-reply.ts';
import { durationMs, type Flag } from './flag.ts';

/** A verb by its name, with what it takes. */
export type AgentAsk = Readonly<{ verb: string } & Record<string, unknown>>;

const ANSWER_LIMIT_MS = 20_000;

export const TIMEOUT_FLAG: Flag = {
  name: 'timeout',
  key: 'timeoutMs',
  value: 'duration',
  about: 'Inside a session: wait no longer than this for the answer (20s)',
  ...durationMs,
};

/** Puts a request into the attempt's folder and waits, not for ever, for the answer beside it. */
export const askSwarm = async (
  attempt: AttemptDoor,
  request: AgentAsk,
  timeoutMs: number = ANSWER_LIMIT_MS,
): Promise<AgentReply> => agentReplyOf(await attempt.ask(request, timeoutMs));
