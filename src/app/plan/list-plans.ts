import * as z from 'zod/mini';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import { planListJson } from '../../views/plan/plan-list.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { type CheckedPlan, checkLocated } from './check-located.ts';
import { findNewestRun } from './find-plan-run.ts';
import type { PlanDeps } from './plan-deps.ts';

/** A plan with its newest run, if it was ever run. */
export type ListedPlan = CheckedPlan & Readonly<{ run: Run | null }>;

async function listPlans({
  plans,
  store,
}: PlanDeps & Pick<VerbDeps, 'store'>): Promise<Outcome<readonly ListedPlan[]>> {
  const listed = (await plans.list()).map(async (located) => {
    const checked = await checkLocated(plans, located);
    return { ...checked, run: (await findNewestRun(store, checked.name))?.run ?? null };
  });
  return accept(await Promise.all(listed));
}

export const listPlansVerb = verb({
  name: 'plan.list',
  summary: 'List the plans of the project, each with the state of its newest run',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/plan.ts')).PlanListAnswer,
  run: listPlans,
  json: planListJson,
});
