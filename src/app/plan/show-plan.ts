import { PlanRef } from '../../contract/plan/plan.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type Estimate, estimatePlan } from '../../domain/plan/estimate.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { planJson } from '../../views/plan/plan-graph.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findSoundPlan } from './find-sound-plan.ts';
import type { PlanDeps } from './plan-deps.ts';
import { usageHistory } from './usage-history.ts';

export type ShownPlan = Readonly<{ plan: Plan; file: string; estimate: Estimate; taskMs: number }>;

/** A sound plan, with what it will probably cost. */
async function showPlan(
  { plans, store, clock, config }: PlanDeps & Pick<VerbDeps, 'store' | 'clock' | 'config'>,
  { plan: word }: PlanRef,
): Promise<Outcome<ShownPlan>> {
  const sound = await findSoundPlan(plans, word);
  if (!sound.ok) return sound;
  const { plan, file } = sound.value;
  const history = await usageHistory(store, clock.now());
  return accept({ plan, file, estimate: estimatePlan(plan, history), taskMs: config.timeouts.turnMs });
}

export const showPlanVerb = verb({
  name: 'plan.show',
  summary: 'Show a plan: its tasks, who waits for whom, what is handed over, and what it may cost',
  asks: 'anyone',
  reads: true,
  input: PlanRef,
  answer: async () => (await import('../../contract/answer/plan.ts')).PlanAnswer,
  run: showPlan,
  json: planJson,
});
