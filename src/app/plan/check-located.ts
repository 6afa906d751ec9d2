import { checkPlan } from '../../domain/plan/check/check-plan.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { LocatedPlan, Plans } from './plan-deps.ts';

/** What is wrong, where, and what to do about it. */
export type LocatedFinding = Readonly<{
  file: string;
  line: number;
  rule: string;
  at: string;
  problem: string;
  advice: string;
}>;

/** A plan that was read: null when it cannot be understood. With findings it must not be run. */
export type CheckedPlan = Readonly<{
  name: string;
  file: string;
  plan: Plan | null;
  findings: readonly LocatedFinding[];
}>;

const SCHEMA_ADVICE = 'see docs/PLANS.md for what may stand here';

export type Leniency = Readonly<{ mayCallForPersonas?: boolean }>;

export async function checkLocated(
  plans: Plans,
  located: LocatedPlan,
  { mayCallForPersonas = false }: Leniency = {},
): Promise<CheckedPlan> {
  const { name, file, plan, problems, lineOf } = located;
  const unread = problems.map(({ line, path, problem }) => ({
    file,
    line,
    rule: 'schema',
    at: path.join('.'),
    problem,
    advice: SCHEMA_ADVICE,
  }));
  if (plan === null) return { name, file, plan, findings: unread };
  const facts = await plans.observeFacts(plan);
  const calledFor = mayCallForPersonas ? plan.newPersonas.map((persona) => persona.name) : [];
  const found = checkPlan(plan, { ...facts, personas: [...facts.personas, ...calledFor] });
  const findings = found.map(({ rule, path, problem, advice }) => ({
    file,
    line: lineOf(path),
    rule,
    at: path.join('.'),
    problem,
    advice,
  }));
  return { name, file, plan, findings: [...unread, ...findings] };
}
