import type { AgentFact } from '../agent/fact.ts';

type Said = Extract<AgentFact, { kind: 'said' }>;

const isPart = (fact: AgentFact | undefined): fact is Said =>
  fact?.kind === 'said' && fact.asResult === 'part';

/** Parts of one message that came together are one. */
export function joinParts(facts: readonly AgentFact[]): readonly AgentFact[] {
  if (!facts.some(isPart)) return facts;
  const joined: AgentFact[] = [];
  for (const fact of facts) {
    const last = joined.at(-1);
    if (isPart(fact) && isPart(last))
      joined[joined.length - 1] = { ...last, text: `${last.text}${fact.text}` };
    else joined.push(fact);
  }
  return joined;
}
