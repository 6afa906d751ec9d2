import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { checkLocated } from './check-located.ts';
import { soundOf } from './check-text.ts';
import type { Plans } from './plan-deps.ts';

export type SoundPlan = Readonly<{ plan: Plan; file: string; text: string }>;

/** A plan without findings; any other is refused with the first of them. */
export async function findSoundPlan(plans: Plans, word: string): Promise<Outcome<SoundPlan>> {
  const located = await plans.find(word);
  if (!located.ok) return located;
  const plan = soundOf(await checkLocated(plans, located.value));
  const { file, text } = located.value;
  return plan.ok ? accept({ plan: plan.value, file, text: text ?? '' }) : plan;
}
