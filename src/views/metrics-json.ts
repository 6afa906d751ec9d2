import type { Loop } from '../domain/loop/loop.ts';
import type { WorkState } from '../domain/queue/work-item.ts';
import type { SessionState } from '../domain/session/session.ts';
import { type Status, statusOf } from '../domain/session/status.ts';
import type { UsageSum } from '../domain/usage/usage.ts';
import { renderInstant } from './time.ts';
import { usageCounts } from './usage-table.ts';

export type Metrics = Readonly<{
  at: number;
  states: Partial<Record<SessionState, number>>;
  openQuestions: number;
  work: Partial<Record<WorkState, number>>;
  /** Those that are not over. */
  loops: readonly Loop[];
  total: UsageSum;
  days: readonly UsageSum[];
}>;

/** The text of the project's metrics.json. */
export function renderMetrics({ at, states, openQuestions, work, loops, total, days }: Metrics): string {
  const metrics = {
    updated_at: renderInstant(at),
    sessions: { by_status: byStatus(states), by_state: states },
    open_questions: openQuestions,
    work: { queued: 0, claimed: 0, done: 0, failed: 0, ...work },
    loops: loops.map(loopMetrics),
    total: usageMetrics(total),
    days: days.map((day) => ({ day: day.of, ...usageMetrics(day) })),
  };
  return `${JSON.stringify(metrics, null, 2)}\n`;
}

const usageMetrics = (sum: UsageSum) => ({
  ...usageCounts(sum),
  duration_seconds: Math.round(sum.durationMs / 1000),
});

const loopMetrics = ({ id, state, iteration, atWork, doneCount, failedCount, failures }: Loop) => ({
  loop_id: id,
  state,
  iteration,
  at_work: atWork.length,
  done: doneCount,
  failed: failedCount,
  consecutive_failures: failures,
});

function byStatus(states: Metrics['states']): Partial<Record<Status, number>> {
  const sums: Partial<Record<Status, number>> = {};
  for (const [state, count] of Object.entries(states)) {
    const status = statusOf(state as SessionState);
    sums[status] = (sums[status] ?? 0) + count;
  }
  return sums;
}
