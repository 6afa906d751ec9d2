import { PlanRunRef } from '../../contract/plan/plan.ts';
import type { Note } from '../../domain/note/note.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { planStatusJson } from '../../views/plan/plan-progress.ts';
import { type ReportDeps, reportRun } from '../run/show-run.ts';
import { verb } from '../verb.ts';
import { findPlanRun, type PlanRun } from './find-plan-run.ts';
import type { PlanDeps } from './plan-deps.ts';

/** A run of a plan, with all that is known of it and the notes that are not settled. */
export type PlanStatus = PlanRun & Readonly<{ report: RunReport; notes: readonly Note[] }>;

async function statusPlan(
  deps: ReportDeps & PlanDeps,
  { plan: word }: PlanRunRef,
): Promise<Outcome<PlanStatus>> {
  const found = await findPlanRun(deps, word);
  if (!found.ok) return found;
  const { run } = found.value;
  const report = await reportRun(deps, run);
  return accept({
    ...found.value,
    report,
    notes: await deps.store.listNotes({ runId: run.id, isSettled: false }),
  });
}

export const statusPlanVerb = verb({
  name: 'plan.status',
  summary: 'Show where the newest run of a plan is: each task, who waits for whom, notes and questions',
  asks: 'anyone',
  reads: true,
  input: PlanRunRef,
  answer: async () => (await import('../../contract/answer/plan-run.ts')).PlanStatusAnswer,
  run: statusPlan,
  json: planStatusJson,
});
