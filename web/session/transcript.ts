import type { TranscriptAnswer, TranscriptEntry } from '../../src/contract/answer/transcript.ts';

/** What was read of a transcript so far. */
export type ReadSoFar = Readonly<{ attempt: number; next: number; entries: readonly TranscriptEntry[] }>;
export const NOTHING_READ: ReadSoFar = { attempt: 0, next: 0, entries: [] };

/** A long transcript keeps its end. */
const MOST_ENTRIES = 3_000;

/** What is known after an answer: it goes on from where we were, or begins anew with another attempt. */
export function addRead(before: ReadSoFar, { attempt, from, next, entries }: TranscriptAnswer): ReadSoFar {
  const goesOn = attempt === before.attempt && from === before.next && from > 0;
  const all = goesOn ? [...before.entries, ...entries] : entries;
  return { attempt, next, entries: all.slice(-MOST_ENTRIES) };
}

type TurnEndEntry = Extract<TranscriptEntry, { kind: 'turn-ended' }>;
type Tool = Extract<TranscriptEntry, { kind: 'tool' }>;
type ToolResult = Extract<TranscriptEntry, { kind: 'tool-result' }>;
/** A tool stands together with its result; null while it has none. */
export type ShownEntry =
  | Exclude<TranscriptEntry, Tool | ToolResult | TurnEndEntry>
  | (Tool & Readonly<{ result: ToolResult | null }>)
  | (TurnEndEntry & Readonly<{ costUsd: number | null }>);

/** What a turn cost: as its CLI tells it, else by how much the total of its process grew. */
function costOf({ turn_cost_usd, process_cost_usd }: TurnEndEntry, before: number): number | null {
  if (turn_cost_usd !== null) return turn_cost_usd;
  return process_cost_usd === null ? null : Math.max(0, process_cost_usd - before);
}

/** Results follow their tools in order, though several tools may begin before the first ends. */
export function pairTools(entries: readonly TranscriptEntry[]): readonly ShownEntry[] {
  const shown: ShownEntry[] = [];
  const open: number[] = [];
  let spent = 0;
  for (const entry of entries) {
    if (entry.kind === 'tool') {
      open.push(shown.length);
      shown.push({ ...entry, result: null });
    } else if (entry.kind === 'tool-result') {
      const at = open.shift();
      const tool = at === undefined ? undefined : shown[at];
      if (at !== undefined && tool?.kind === 'tool') shown[at] = { ...tool, result: entry };
    } else if (entry.kind === 'turn-ended') {
      shown.push({ ...entry, costUsd: costOf(entry, spent) });
      spent = entry.process_cost_usd ?? spent;
    } else {
      shown.push(entry);
    }
  }
  return shown;
}
