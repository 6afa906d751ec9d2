import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { type CheckedPlan, checkLocated, type Leniency } from './check-located.ts';
import { parsePlanText } from './parse-plan-text.ts';
import type { LocatedPlan, Plans } from './plan-deps.ts';

const LENIENT: Leniency = { mayCallForPersonas: true };

type PlanText = Readonly<{ name: string; file: string; text: string }>;

/**
 * Checks the text of a plan before it is one. Personas that it calls for may be missing: the person is
 * shown them, and nothing runs without them.
 */
export async function checkText(
  plans: Plans,
  { name, file, text }: PlanText,
  leniency: Leniency = LENIENT,
): Promise<CheckedPlan> {
  return checkDesign(plans, { name, file, text, ...(await parsePlanText(text)) }, leniency);
}

export async function checkDesign(
  plans: Plans,
  located: LocatedPlan,
  leniency: Leniency = LENIENT,
): Promise<CheckedPlan> {
  const checked = await checkLocated(plans, located, leniency);
  const { name, file, plan, lineOf } = located;
  if (plan === null || plan.name === name) return checked;
  const misnamed = {
    file,
    line: lineOf(['name']),
    rule: 'schema',
    at: 'name',
    problem: `the plan is called "${plan.name}"`,
    advice: `write "name: ${name}"`,
  };
  return { ...checked, findings: [misnamed, ...checked.findings] };
}

/** A plan that may be approved: sound, but for personas that it calls for. */
export function soundOf({ name, file, plan, findings }: CheckedPlan): Outcome<Plan> {
  const [first] = findings;
  if (plan !== null && first === undefined) return accept(plan);
  const { line, problem } = first ?? { line: 1, problem: 'it cannot be understood' };
  return refuse({ code: 'plan-unsound', name, findings: findings.length, file, line, problem });
}
