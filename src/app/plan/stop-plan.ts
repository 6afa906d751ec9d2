import { StopPlan } from '../../contract/plan/plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { runStatusJson } from '../../views/run-status.ts';
import type { EndRunDeps } from '../run/end-run.ts';
import { type StoppedRun, stopRun } from '../run/stop-run.ts';
import { verb } from '../verb.ts';
import { findPlanRun } from './find-plan-run.ts';
import type { PlanDeps } from './plan-deps.ts';

async function stopPlan(
  deps: EndRunDeps & PlanDeps,
  { plan: word, reason }: StopPlan,
): Promise<Outcome<StoppedRun>> {
  const found = await findPlanRun(deps, word);
  return found.ok ? stopRun(deps, { runId: found.value.run.id, reason }) : found;
}

export const stopPlanVerb = verb({
  name: 'plan.stop',
  summary: 'Stop the newest run of a plan gracefully and keep its results so far',
  asks: 'person',
  reads: false,
  input: StopPlan,
  answer: async () => (await import('../../contract/answer/run.ts')).StoppedRunAnswer,
  run: stopPlan,
  json: ({ report, wasOver }) => ({ ...runStatusJson(report), was_over: wasOver }),
});
