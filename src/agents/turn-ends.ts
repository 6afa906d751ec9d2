import type { AgentFact } from '../domain/agent/fact.ts';

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }>;

const NOTHING_SPENT = { inputTokens: 0, outputTokens: 0, processCostUsd: null } as const;

/** The end of a turn that went well, for a CLI whose last words came before it. */
export const endedWell = (spent: Partial<TurnEndFact>): AgentFact => ({
  kind: 'turn-ended',
  ok: true,
  text: '',
  problem: null,
  ...NOTHING_SPENT,
  ...spent,
});

type Failure = Readonly<{
  text: string;
  problem: string;
  resetAt?: number | null;
  spent?: Partial<TurnEndFact>;
}>;

/** The end of a turn that went wrong. */
export const endedBadly = ({ text, problem, resetAt = null, spent = {} }: Failure): AgentFact => ({
  kind: 'turn-ended',
  ok: false,
  text,
  problem,
  ...(resetAt === null ? {} : { resetAt }),
  ...NOTHING_SPENT,
  ...spent,
});

const CONVERSATION_ID = /^[A-Za-z0-9][\w-]{0,127}$/;

/** An id that may stand among the arguments of the next start. */
export const conversationIdOf = (value: unknown): string | null =>
  typeof value === 'string' && CONVERSATION_ID.test(value) ? value : null;
