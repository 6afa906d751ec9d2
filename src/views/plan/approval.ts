import type { NewPersona } from '../../domain/plan/plan.ts';
import { styleFor } from '../style.ts';
import { renderPlan, type ShownPlan } from './plan-graph.ts';

type PlanHeading = Readonly<{ title: string; missing: readonly NewPersona[] }>;

/** Everything that is decided by an approval: the graph, what would be run, and who is missing. */
export function renderApproval(shown: ShownPlan, { title, missing }: PlanHeading): string {
  const { plan } = shown;
  const commands = plan.tasks.flatMap(({ id, criteria }) =>
    criteria.flatMap(({ command }) => (command === null ? [] : [`  ${id}: $ ${goOn(command)}`])),
  );
  const personas = missing.flatMap(({ name, specification }) => [
    `  ${name}: ${goOn(specification.trim())}`,
    `    write it before the plan is run: swarm personas new ${name} --from-plan ${plan.name}`,
  ]);
  return [
    title,
    renderPlan(shown, styleFor(false)).trimEnd(),
    commands.length === 0
      ? 'No command would be run to check the work.'
      : `Commands that would be run to check the work:\n${commands.join('\n')}`,
    ...(personas.length === 0 ? [] : [`Personas that do not exist yet:\n${personas.join('\n')}`]),
  ].join('\n\n');
}

/** Each further line is marked, so that none passes for one of ours. */
const goOn = (text: string): string => text.replaceAll('\n', '\n    > ');
