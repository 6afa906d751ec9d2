import type { ReadPlan } from '../../contract/plan/parse-plan.ts';

/** The text of a plan as its parser reads it. */
export async function parsePlanText(text: string): Promise<ReadPlan> {
  // Lazy: the YAML parser is slow to load.
  const { parsePlan } = await import('../../contract/plan/parse-plan.ts');
  return parsePlan(text);
}
