import { PlanRef } from '../../contract/plan/plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { runStatusJson } from '../../views/run-status.ts';
import { type ResumedRun, type ResumeRunDeps, resumeRun } from '../run/resume-run.ts';
import { verb } from '../verb.ts';
import { findPlanRun } from './find-plan-run.ts';
import type { PlanDeps } from './plan-deps.ts';

async function resumePlan(
  deps: ResumeRunDeps & PlanDeps,
  { plan: word }: PlanRef,
): Promise<Outcome<ResumedRun>> {
  const found = await findPlanRun(deps, word);
  return found.ok ? resumeRun(deps, { runId: found.value.run.id }) : found;
}

export const resumePlanVerb = verb({
  name: 'plan.resume',
  summary: 'Resume the newest run of a plan: start a supervisor if none runs, and wake what is parked',
  asks: 'person',
  reads: false,
  input: PlanRef,
  answer: async () => (await import('../../contract/answer/run.ts')).ResumedRunAnswer,
  run: resumePlan,
  json: ({ report, woken, supervisor }) => ({ ...runStatusJson(report), woken, supervisor }),
});
