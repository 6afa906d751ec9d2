import type { AgentFact } from '../agent/fact.ts';
import type { Attempt } from './attempt.ts';

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }>;

/** Its figures may hold what earlier processes took. */
export const countsConversation = (fact: AgentFact): fact is TurnEndFact =>
  fact.kind === 'turn-ended' && (fact.countsConversation === true || fact.costsConversation === true);

/** The same facts with what this attempt alone took, where the CLI counts the whole conversation. */
export function ownShare(
  facts: readonly AgentFact[],
  attempt: Attempt,
  all: readonly Attempt[],
): readonly AgentFact[] {
  const earlier = all.filter(
    ({ number, conversationId }) =>
      number < attempt.number && conversationId !== null && conversationId === attempt.conversationId,
  );
  const before: TokenShare = {
    input: sum(earlier.map(({ inputTokens }) => inputTokens)),
    output: sum(earlier.map(({ outputTokens }) => outputTokens)),
    usd: sum(earlier.map(({ costUsd }) => costUsd)),
  };
  return facts.map((fact) => (countsConversation(fact) ? { ...fact, ...shareOf(fact, before) } : fact));
}

type TokenShare = Readonly<{ input: number; output: number; usd: number }>;

function shareOf(fact: TurnEndFact, before: TokenShare): Partial<TurnEndFact> {
  const { inputTokens, outputTokens, processCostUsd } = fact;
  const tokens = fact.countsConversation
    ? {
        inputTokens: Math.max(0, inputTokens - before.input),
        outputTokens: Math.max(0, outputTokens - before.output),
      }
    : {};
  // A total below what was spent before begins with this process, whatever its agent says of it.
  const isWhole = fact.costsConversation && processCostUsd !== null && processCostUsd >= before.usd;
  return { ...tokens, ...(isWhole ? { processCostUsd: processCostUsd - before.usd } : {}) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
