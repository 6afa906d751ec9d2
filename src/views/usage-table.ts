import type { UsageBy, UsageSum } from '../domain/usage/usage.ts';
import { renderDuration } from './duration.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';

type UsageView = Readonly<{ by: UsageBy; sums: readonly UsageSum[]; total: UsageSum }>;

const HEAD = ['SESSIONS', 'ATTEMPTS', 'IN', 'OUT', 'COST', 'TOOLS', 'TIME'];

/** One line for each sum, and all of them together below. */
export function renderUsage({ by, sums, total }: UsageView, style: Style): string {
  if (sums.length === 0) return 'Nothing was used\n';
  const lines = sums.map((sum): readonly Cell[] => [oneLine(sum.of ?? '-'), ...cellsOf(sum)]);
  const last = ['total', ...cellsOf(total)].map((text): Cell => ({ text, paint: style.bold }));
  return renderTable([[by.toUpperCase(), ...HEAD], ...lines, last]);
}

const cellsOf = (sum: UsageSum): readonly string[] => [
  String(sum.sessions),
  String(sum.attempts),
  String(sum.inputTokens),
  String(sum.outputTokens),
  `$${sum.costUsd.toFixed(2)}`,
  String(sum.toolCalls),
  renderDuration(sum.durationMs),
];

const COST_UNIT = 1_000_000;

export const usageJson = (sum: UsageSum): Record<string, number> => ({
  sessions: sum.sessions,
  attempts: sum.attempts,
  messages: sum.messages,
  tool_calls: sum.toolCalls,
  input_tokens: sum.inputTokens,
  output_tokens: sum.outputTokens,
  cost_usd: Math.round(sum.costUsd * COST_UNIT) / COST_UNIT,
  duration_seconds: Math.round(sum.durationMs / 1000),
});
