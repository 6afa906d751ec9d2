import { CheckPlan } from '../../contract/plan/plan.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { planCheckJson } from '../../views/plan/plan-list.ts';
import { folderVerb } from '../verb.ts';
import { type CheckedPlan, checkLocated } from './check-located.ts';
import type { PlanDeps } from './plan-deps.ts';

/** One plan, or all of them, with what is wrong. */
export async function checkPlans(
  { plans }: PlanDeps,
  { plan }: CheckPlan,
): Promise<Outcome<readonly CheckedPlan[]>> {
  if (plan === undefined) {
    return accept(await Promise.all((await plans.list()).map((located) => checkLocated(plans, located))));
  }
  const located = await plans.find(plan);
  return located.ok ? accept([await checkLocated(plans, located.value)]) : located;
}

export const checkPlansVerb = folderVerb({
  name: 'plan.check',
  summary: 'Check plans and report what is wrong, with lines and advice',
  asks: 'anyone',
  reads: true,
  input: CheckPlan,
  answer: async () => (await import('../../contract/answer/plan.ts')).PlanCheckAnswer,
  run: checkPlans,
  json: planCheckJson,
});
