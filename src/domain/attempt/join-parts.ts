import type { AgentFact } from '../agent/fact.ts';

type PartFact = Extract<AgentFact, { kind: 'said' | 'thought' }>;

const isPart = (fact: AgentFact | undefined): fact is PartFact =>
  (fact?.kind === 'said' && fact.asResult === 'part') || (fact?.kind === 'thought' && fact.isPart === true);

/** Parts of one message, or of one thought, that came together are one. */
export function joinParts(facts: readonly AgentFact[]): readonly AgentFact[] {
  if (!facts.some(isPart)) return facts;
  const joined: AgentFact[] = [];
  for (const fact of facts) {
    const last = joined.at(-1);
    if (isPart(fact) && isPart(last) && fact.kind === last.kind)
      joined[joined.length - 1] = { ...last, text: `${last.text}${fact.text}` };
    else joined.push(fact);
  }
  return joined;
}
