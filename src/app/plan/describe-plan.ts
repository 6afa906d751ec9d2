import { estimatePlan } from '../../domain/plan/estimate.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { renderApproval } from '../../views/plan/approval.ts';
import type { VerbDeps } from '../deps.ts';
import type { PlanDeps } from './plan-deps.ts';
import { usageHistory } from './usage-history.ts';

export type DescribeDeps = PlanDeps & Pick<VerbDeps, 'store' | 'clock' | 'config'>;

/** All that a person decides about who approves this plan. */
export async function describePlan(
  { plans, store, clock, config }: DescribeDeps,
  plan: Plan,
  title: string,
): Promise<string> {
  const estimate = estimatePlan(plan, await usageHistory(store, clock.now()));
  const { personas } = await plans.observeFacts(plan);
  const missing = plan.newPersonas.filter(({ name }) => !personas.includes(name));
  const taskMs = config.timeouts.turnMs;
  return renderApproval({ plan, file: '', estimate, taskMs }, { title, missing });
}
