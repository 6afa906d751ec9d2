import { NewPersonaOfPlan } from '../../contract/plan/plan.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { renderPersonaDraft } from '../../views/plan/persona-draft.ts';
import { checkLocated } from '../plan/check-located.ts';
import type { PlanDeps } from '../plan/plan-deps.ts';
import type { InitDeps } from '../project/init-project.ts';
import { folderVerb } from '../verb.ts';

export type DraftedPersona = Readonly<{ name: string; plan: string; file: string }>;

/** Writes the draft of a persona that a plan calls for. What is there is never written over. */
async function newPersona(
  { plans, newProject }: PlanDeps & Pick<InitDeps, 'newProject'>,
  { name, fromPlan }: NewPersonaOfPlan,
): Promise<Outcome<DraftedPersona>> {
  const read = await readPlan(plans, fromPlan);
  if (!read.ok) return read;
  const plan = read.value;
  const called = plan.newPersonas.find((one) => one.name === name);
  if (called === undefined) {
    const near = nearest(
      name,
      plan.newPersonas.map((one) => one.name),
    );
    return refuse({ code: 'persona-not-called-for', name, plan: plan.name, near });
  }
  const project = await newProject();
  const file = `${project.agentsDir}/${name}/${name}-agent.md`;
  const { is } = await project.ensureFile(file, renderPersonaDraft(plan, called));
  if (is === 'kept') return refuse({ code: 'persona-exists', name, file });
  return accept({ name, plan: plan.name, file });
}

/** It need not be sound: that the persona is missing is a finding itself. */
async function readPlan(plans: PlanDeps['plans'], word: string): Promise<Outcome<Plan>> {
  const located = await plans.find(word);
  if (!located.ok) return located;
  if (located.value.plan !== null) return accept(located.value.plan);
  const { name, file, findings } = await checkLocated(plans, located.value);
  const { line, problem } = findings[0] ?? { line: 1, problem: 'it cannot be understood' };
  return refuse({ code: 'plan-unsound', name, findings: findings.length, file, line, problem });
}

export const newPersonaVerb = folderVerb({
  name: 'persona.new',
  summary: 'Write the draft of a persona that a plan calls for',
  asks: 'person',
  reads: false,
  input: NewPersonaOfPlan,
  answer: async () => (await import('../../contract/answer/persona.ts')).NewPersonaAnswer,
  run: newPersona,
  json: ({ name, plan, file }) => ({ name, plan, file }),
});
