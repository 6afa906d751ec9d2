import type { UsageAnswer, UsageListAnswer } from '../contract/answer/usage.ts';
import type { UsageBy, UsageSum } from '../domain/usage/usage.ts';
import { renderDuration } from './duration.ts';
import { oneLine } from './one-line.ts';
import { cpuSeconds, cpuWords, peakMb, peakWords } from './resource-text.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';
import { renderInstantOrNull } from './time.ts';

type UsageView = Readonly<{ by: UsageBy; sums: readonly UsageSum[]; total: UsageSum }>;

const HEAD = ['SESSIONS', 'ATTEMPTS', 'IN', 'OUT', 'COST', 'TOOLS', 'TIME', 'CPU', 'MEMORY'];

/** One line for each sum, and all of them together below. */
export function renderUsage({ by, sums, total }: UsageView, style: Style): string {
  if (sums.length === 0) return 'Nothing was used\n';
  const lines = sums.map((sum): readonly Cell[] => [
    oneLine(sum.of ?? '-'),
    ...cellsOf(sum),
    ...titleOf(sum),
  ]);
  const head = [by.toUpperCase(), ...HEAD, ...(sums.some(({ title }) => title) ? ['TITLE'] : [])];
  const last = ['total', ...cellsOf(total)].map((text): Cell => ({ text, paint: style.bold }));
  return renderTable([head, ...lines, last]);
}

const titleOf = ({ title }: UsageSum): readonly string[] => (title === null ? [] : [oneLine(title)]);

const cellsOf = (sum: UsageSum): readonly string[] => [
  String(sum.sessions),
  String(sum.attempts),
  String(sum.inputTokens),
  String(sum.outputTokens),
  `$${sum.costUsd.toFixed(2)}`,
  String(sum.toolCalls),
  renderDuration(sum.durationMs),
  cpuWords(sum.cpuMs),
  peakWords(sum.peakKb),
];

const COST_UNIT = 1_000_000;

/** Without the time, which files and answers give in different units. */
export const usageCounts = (sum: UsageSum): Omit<UsageAnswer, 'duration_ms'> => ({
  sessions: sum.sessions,
  attempts: sum.attempts,
  messages: sum.messages,
  tool_calls: sum.toolCalls,
  input_tokens: sum.inputTokens,
  output_tokens: sum.outputTokens,
  cost_usd: Math.round(sum.costUsd * COST_UNIT) / COST_UNIT,
  cpu_seconds: cpuSeconds(sum.cpuMs),
  peak_memory_mb: peakMb(sum.peakKb),
});

const usageJson = (sum: UsageSum): UsageAnswer => ({ ...usageCounts(sum), duration_ms: sum.durationMs });

type UsageList = Readonly<{
  by: UsageListAnswer['by'];
  since: number | null;
  sums: readonly UsageSum[];
  total: UsageSum;
}>;

export const usageListJson = ({ by, since, sums, total }: UsageList): UsageListAnswer => ({
  by,
  since: renderInstantOrNull(since),
  usage: sums.map((sum) => ({ of: sum.of, title: sum.title, ...usageJson(sum) })),
  total: usageJson(total),
});
