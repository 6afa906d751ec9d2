import { PlanRef } from '../../contract/plan/plan.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import {
  type RehearsalFinding,
  type RehearsedFiles,
  rehearsalFindings,
} from '../../domain/plan/rehearsal.ts';
import { rehearsedPlanJson } from '../../views/plan/rehearsed-plan.ts';
import { verb } from '../verb.ts';
import { findSoundPlan } from './find-sound-plan.ts';
import type { PlanDeps } from './plan-deps.ts';
import type { PlanStatus } from './status-plan.ts';

/** How a plan went with rehearsed agents, and what was observed of its files. */
export type PlanRehearsal = Readonly<{ status: PlanStatus; files: RehearsedFiles }>;

/** Plays a plan in a throw-away clone of the repository, which is gone afterwards. */
export type RehearsePlanDeps = Readonly<{
  rehearsePlan: (plan: Plan, file: string) => Promise<Outcome<PlanRehearsal>>;
}>;

export type RehearsedPlan = Readonly<{ status: PlanStatus; findings: readonly RehearsalFinding[] }>;

async function rehearsePlan(
  deps: PlanDeps & RehearsePlanDeps,
  { plan: word }: PlanRef,
): Promise<Outcome<RehearsedPlan>> {
  const sound = await findSoundPlan(deps.plans, word);
  if (!sound.ok) return sound;
  const { plan, file } = sound.value;
  const played = await deps.rehearsePlan(plan, file);
  if (!played.ok) return played;
  const { status, files } = played.value;
  return accept({ status, findings: rehearsalFindings(plan, files) });
}

export const rehearsePlanVerb = verb({
  name: 'plan.rehearse',
  summary: 'Play a whole plan with rehearsed agents in a throw-away clone: no model, no money',
  asks: 'person',
  reads: false,
  input: PlanRef,
  answer: async () => (await import('../../contract/answer/plan-run.ts')).RehearsedPlanAnswer,
  run: rehearsePlan,
  json: rehearsedPlanJson,
});
