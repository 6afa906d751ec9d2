import type { TranscriptEntry } from '../contract/answer/transcript.ts';
import type { AgentFact } from '../domain/agent/fact.ts';
import type { Turn } from '../domain/turn/turn.ts';

const TEXT_LETTERS = 20_000;

type ToldTurn = Pick<Turn, 'id' | 'number' | 'kind' | 'body'>;

/** What an agent's record tells, as a conversation that a person reads. What only Swarm needs is left out. */
export const transcriptEntries = (
  facts: readonly AgentFact[],
  turns: readonly ToldTurn[],
): readonly TranscriptEntry[] => facts.flatMap((fact) => entryOf(fact, turns) ?? []);

function entryOf(fact: AgentFact, turns: readonly ToldTurn[]): TranscriptEntry | null {
  switch (fact.kind) {
    case 'saw-turn':
      return promptOf(turns.find(({ id }) => id === fact.turnId));
    case 'said':
      return { kind: 'said', text: cut(fact.text) };
    case 'tool-started':
      return { kind: 'tool', name: fact.name, summary: cut(fact.summary) };
    case 'tool-ended':
      return { kind: 'tool-result', ok: fact.ok, text: cut(fact.text) };
    case 'turn-ended':
      return endOf(fact);
    case 'stalled':
    case 'limited':
    case 'resume-refused':
      return { kind: 'problem', text: cut(fact.text) };
    case 'hook-blocked':
      return { kind: 'problem', text: cut(`${fact.hook}: ${fact.text}`) };
    case 'broken':
      return { kind: 'problem', text: cut(fact.problem) };
    default:
      return null;
  }
}

const promptOf = (turn: ToldTurn | undefined): TranscriptEntry | null =>
  turn === undefined
    ? null
    : { kind: 'prompt', turn: turn.number, turn_kind: turn.kind, text: cut(turn.body) };

const endOf = (fact: Extract<AgentFact, { kind: 'turn-ended' }>): TranscriptEntry => ({
  kind: 'turn-ended',
  ok: fact.ok,
  problem: fact.ok ? null : (fact.problem ?? cut(fact.text)),
  input_tokens: fact.inputTokens,
  output_tokens: fact.outputTokens,
  process_cost_usd: fact.processCostUsd,
});

const cut = (text: string): string =>
  text.length <= TEXT_LETTERS ? text : `${text.slice(0, TEXT_LETTERS)} …`;
