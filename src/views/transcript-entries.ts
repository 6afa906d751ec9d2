import type { TranscriptEntry } from '../contract/answer/transcript.ts';
import type { AgentFact } from '../domain/agent/fact.ts';
import type { Turn } from '../domain/turn/turn.ts';

/** A text of an entry may be as long as what a tool wrote. */
const TEXT_LETTERS = 100_000;
const DEPTH_MOST = 12;

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
      return { kind: 'tool', name: fact.name, summary: cut(fact.summary), input: inputOf(fact.input) };
    case 'thought':
      return { kind: 'thought', text: cut(fact.text) };
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
  turn_cost_usd: fact.turnCostUsd ?? null,
});

/** Each field by its name; a text of several lines stands below it, as it is. */
function inputOf(input: unknown): string | null {
  if (input === undefined || input === null) return null;
  if (typeof input !== 'object' || Array.isArray(input)) return cut(wordsFor(input));
  const fields = Object.entries(input).map(([key, value]) => {
    const text = wordsFor(value);
    return text.includes('\n') ? `${key}:\n${text}` : `${key}: ${text}`;
  });
  return fields.length === 0 ? null : cut(fields.join('\n'));
}

const wordsFor = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(shallow(value, 0), null, 2) ?? '');

// An agent may nest deeper than the stack is.
function shallow(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MOST) return '…';
  if (Array.isArray(value)) return value.map((one) => shallow(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shallow(one, depth + 1)]));
}

const cut = (text: string): string =>
  text.length <= TEXT_LETTERS
    ? text
    : `${text.slice(0, TEXT_LETTERS)} … ${text.length - TEXT_LETTERS} more characters`;
