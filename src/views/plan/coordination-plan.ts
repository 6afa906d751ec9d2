import { graphOf, wavesOf } from '../../domain/plan/graph.ts';
import {
  type Checkpoint,
  escalationOf,
  type Plan,
  type PlanTask,
  personaOf,
  tasksBy,
} from '../../domain/plan/plan.ts';
import { criterionLine, fileLine, list } from './agent-instructions.ts';

/** `workflow_coordination_plan.md`: the whole design, for people and for the design verifier. */
export function renderCoordinationPlan(plan: Plan): string {
  return [
    `# Workflow Coordination Plan: ${plan.name}`,
    plan.goal,
    `## Agent Roster\n\n${renderRoster(plan)}`,
    `## Sequencing\n\n${renderWaves(plan)}`,
    `## File Communication Contracts\n\n${list(plan.tasks.flatMap(contractLines), 'None.')}`,
    `## Success Criteria\n\n${list(plan.tasks.flatMap(criteriaLines), 'None.')}`,
    `## Validation Checkpoints\n\n${list(plan.checkpoints.map(checkpointLine), 'None.')}`,
    `## Escalation Procedures\n\n${renderEscalation(plan)}`,
    ...(plan.newPersonas.length === 0 ? [] : [`## New Agents\n\n${renderNewAgents(plan)}`]),
    '',
  ].join('\n\n');
}

function renderRoster(plan: Plan): string {
  const owned = tasksBy('role', plan);
  const verified = tasksBy('verifier', plan);
  const before = rolesBefore(plan);
  return [
    '| agent | persona | tasks | depends on | verified by |',
    '| --- | --- | --- | --- | --- |',
    ...plan.agents.map(({ role, persona }) => {
      const own = owned.get(role) ?? [];
      const verifies = verified.get(role) ?? [];
      const cells = [
        role,
        persona,
        own.map(({ id }) => id).join(', ') || `verifies ${verifies.map(({ id }) => id).join(', ')}`,
        before.get(role)?.join(', ') || '-',
        [...new Set(own.map(({ verifier }) => verifier))].join(', ') || '-',
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** For each role, those whose tasks must be verified before its own begin, in the order of the plan. */
export function rolesBefore({ tasks }: Plan): ReadonlyMap<string, readonly string[]> {
  const indexes = new Map(tasks.map(({ id }, index) => [id, index]));
  const needed = new Map<string, number[]>();
  for (const { role, dependencies } of tasks) {
    const found = dependencies.flatMap((id) => indexes.get(id) ?? []);
    needed.set(role, [...(needed.get(role) ?? []), ...found]);
  }
  return new Map([...needed].map(([role, all]) => [role, rolesAt(tasks, all).filter((one) => one !== role)]));
}

const rolesAt = (tasks: readonly PlanTask[], indexes: readonly number[]): readonly string[] => [
  ...new Set(indexes.toSorted((a, b) => a - b).flatMap((index) => tasks[index]?.role ?? [])),
];

function renderWaves(plan: Plan): string {
  const waves = wavesOf(graphOf(plan).needs);
  const last = Math.max(0, ...waves.map((wave) => wave ?? 0));
  const lines = Array.from({ length: last + 1 }, (_, wave) => {
    const tasks = plan.tasks.filter((_task, index) => waves[index] === wave);
    return `${wave + 1}. ${tasks.map((task) => `\`${task.id}\` (${task.role})`).join(', ')}`;
  });
  const groups = plan.parallelGroups.map((group) => group.map((id) => `\`${id}\``).join(', '));
  const parallel = groups.length === 0 ? '' : `\n\nIn parallel:\n\n${list(groups, '')}`;
  return `A task starts when all that it depends on is verified.\n\n${lines.join('\n')}${parallel}`;
}

const contractLines = ({ id, inputs, outputs }: PlanTask): readonly string[] => [
  ...inputs.map((file) => `\`${id}\` reads ${fileLine(file)}`),
  ...outputs.map((file) => `\`${id}\` writes ${fileLine(file)}`),
];

const criteriaLines = ({ id, criteria }: PlanTask): readonly string[] =>
  criteria.map((criterion) => `\`${id}\`: ${criterionLine(criterion)}`);

const checkpointLine = ({ after, validates, failureModes }: Checkpoint): string =>
  [
    `After \`${after}\`: ${validates}`,
    ...failureModes.map(({ failure, remedy }) => `  - ${failure}: ${remedy}`),
  ].join('\n');

function renderEscalation(plan: Plan): string {
  const ways = plan.tasks.map((task) => `\`${task.id}\`: ${escalationOf(plan, task).join(' → ')}`);
  const rule = 'A blocked agent escalates its notes and ends its turn; the first that comes is served first.';
  return `${rule}\n\n${list(ways, '')}`;
}

const renderNewAgents = ({ newPersonas, agents }: Plan): string =>
  newPersonas
    .map(({ name, specification }) => {
      const roles = agents.filter(({ persona }) => persona === name).map(({ role }) => role);
      return `### ${name}\n\nFor: ${roles.join(', ') || '-'}\n\n${specification}`;
    })
    .join('\n\n');

export const personaNamed = (plan: Plan, role: string): string => personaOf(plan, role) ?? '-';
