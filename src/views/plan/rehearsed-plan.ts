import type { RehearsedPlanAnswer } from '../../contract/answer/plan-run.ts';
import type { RehearsalFinding } from '../../domain/plan/rehearsal.ts';
import type { Style } from '../style.ts';
import { type PlanProgress, planStatusJson } from './plan-progress.ts';
import { renderPlanProgress } from './plan-progress-table.ts';

type Rehearsed = Readonly<{ status: PlanProgress; findings: readonly RehearsalFinding[] }>;

export const isRehearsedWell = ({ status, findings }: Rehearsed): boolean =>
  status.run.state === 'completed' && findings.length === 0;

/** What would happen, and what was found. */
export function renderRehearsedPlan(rehearsed: Rehearsed, style: Style): string {
  const { status, findings } = rehearsed;
  const { roles, messages } = status.report;
  const turns = roles.reduce((sum, one) => sum + one.turns.length, 0);
  const sessions = `${roles.length} sessions, ${turns} turns, ${messages.length} messages`;
  const told = findings.map(({ task, path, problem }) => `❌ ${task}: ${path}: ${problem}\n`);
  const { name } = status.definition.plan;
  const end = isRehearsedWell(rehearsed)
    ? `✅ Rehearsed to its end. For real: swarm plan run ${name}\n`
    : '❌ Mend this before you run it\n';
  return `${renderPlanProgress(status, style)}\n${sessions}; the clone is gone\n${told.join('')}${end}`;
}

export const rehearsedPlanJson = (rehearsed: Rehearsed): RehearsedPlanAnswer => ({
  is_well: isRehearsedWell(rehearsed),
  findings: rehearsed.findings.map(({ task, path, problem }) => ({ task_id: task, path, problem })),
  status: planStatusJson(rehearsed.status),
});
