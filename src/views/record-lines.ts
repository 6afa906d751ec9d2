import type { AgentFact } from '../domain/agent/fact.ts';
import { shortLine } from './one-line.ts';

/** When a fact was read, and from the record of which attempt. */
export type ReadAt = Readonly<{ at: number; attempt: number }>;

const TEXT_LETTERS = 2_000;

/** What one fact adds to tools.jsonl: one line for each tool that was begun. */
export function renderToolLine(fact: AgentFact, read: ReadAt): string {
  if (fact.kind !== 'tool-started') return '';
  const { name, summary } = fact;
  return lineOf(read, { type: 'tool_use', name, summary: shortLine(summary, TEXT_LETTERS) });
}

/** What one fact adds to errors.jsonl: one line for each thing that went wrong. */
export function renderErrorLine(fact: AgentFact, read: ReadAt): string {
  const error = errorOf(fact);
  if (error === null) return '';
  return lineOf(read, {
    type: 'error',
    error: { ...error, message: shortLine(error.message, TEXT_LETTERS) },
  });
}

type RecordedError = Readonly<{ type: string; message: string }>;

function errorOf(fact: AgentFact): RecordedError | null {
  switch (fact.kind) {
    case 'tool-ended':
      return fact.ok ? null : { type: 'tool', message: fact.text };
    case 'turn-ended':
      return fact.ok ? null : { type: fact.problem ?? 'turn-failed', message: fact.text };
    case 'limited':
      return { type: 'limited', message: fact.text };
    case 'stalled':
      return { type: 'stalled', message: fact.text };
    case 'hook-blocked':
      return { type: 'hook-blocked', message: `${fact.hook}: ${fact.text}` };
    case 'broken':
      return { type: 'broken-line', message: fact.problem };
    default:
      return null;
  }
}

// Times are written in full: read again after a crash, at another time, a line takes the same place.
const lineOf = ({ at, attempt }: ReadAt, said: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ ...said, attempt, timestamp: new Date(at).toISOString() })}\n`;
