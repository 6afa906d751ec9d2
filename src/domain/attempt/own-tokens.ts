import type { AgentFact } from '../agent/fact.ts';
import type { Attempt } from './attempt.ts';

type Counted = Extract<AgentFact, { kind: 'turn-ended' }>;

export const countsConversation = (fact: AgentFact): fact is Counted =>
  fact.kind === 'turn-ended' && fact.countsConversation === true;

/** The same facts with the tokens of this attempt alone, where the CLI counts the whole conversation. */
export function ownTokens(
  facts: readonly AgentFact[],
  attempt: Attempt,
  all: readonly Attempt[],
): readonly AgentFact[] {
  const earlier = all.filter(
    ({ number, conversationId }) =>
      number < attempt.number && conversationId !== null && conversationId === attempt.conversationId,
  );
  const input = sum(earlier.map(({ inputTokens }) => inputTokens));
  const output = sum(earlier.map(({ outputTokens }) => outputTokens));
  return facts.map((fact) =>
    countsConversation(fact)
      ? {
          ...fact,
          inputTokens: Math.max(0, fact.inputTokens - input),
          outputTokens: Math.max(0, fact.outputTokens - output),
        }
      : fact,
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
