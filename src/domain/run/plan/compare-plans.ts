import type { Plan, PlanTask } from '../../plan/plan.ts';
import { type PlanMove, progressOfTask } from './plan-state.ts';

/** What an agent does for a task. A change of anything else does not touch its work. */
const workOf = ({ role, instructions, inputs, outputs, criteria }: PlanTask): unknown => ({
  role,
  instructions,
  inputs,
  outputs,
  criteria,
});

/** How tasks hang together: what the words of instructions and criteria do not touch. */
const structureOf = ({ agents, tasks }: Plan): unknown => [
  agents,
  tasks.map(({ instructions: _, criteria: __, ...task }) => task),
];

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isSameWork = (one: PlanTask, other: PlanTask): boolean => isEqual(workOf(one), workOf(other));

/** A new version of this sort is verified again. */
export const isStructural = (before: Plan, after: Plan): boolean =>
  !isEqual(structureOf(before), structureOf(after));

export const isSamePlan = (before: Plan, after: Plan): boolean => isEqual(before, after);

const taskNamed = ({ tasks }: Plan, id: string): PlanTask | undefined => tasks.find((task) => task.id === id);

/** Tasks that the run opened for the solution architect are in no file, and stay. */
export function keepOpened({ plan, state }: Pick<PlanMove, 'plan' | 'state'>, next: Plan): Plan {
  const missing = plan.tasks.filter(({ id }) => state.opened.includes(id) && !taskNamed(next, id));
  const roles = new Set(missing.flatMap(({ role, verifier }) => [role, verifier]));
  const agents = plan.agents.filter(
    ({ role }) => roles.has(role) && !next.agents.some((agent) => agent.role === role),
  );
  return { ...next, agents: [...next.agents, ...agents], tasks: [...next.tasks, ...missing] };
}

/** The plan that runs as a file may say it: without what the run opened itself. */
export function withoutOpened({ plan, state }: Pick<PlanMove, 'plan' | 'state'>): Plan {
  const tasks = plan.tasks.filter(({ id }) => !state.opened.includes(id));
  const roles = new Set(tasks.flatMap(({ role, verifier }) => [role, verifier]));
  return { ...plan, tasks, agents: plan.agents.filter(({ role }) => roles.has(role)) };
}

/** Why a run cannot go on with this version, whatever the checker says; null when it can. */
export function whyNotChanged(run: Pick<PlanMove, 'plan' | 'state'>, next: Plan): string | null {
  const { plan, state } = run;
  if (next.name !== plan.name) return `the plan that runs is called "${plan.name}"`;
  if (state.change !== null) return 'another change of the plan is under way';
  if (isSamePlan(plan, keepOpened(run, next))) return 'nothing in it differs from the plan that runs';
  const recast = next.agents.find(({ role, persona }) =>
    plan.agents.some((agent) => agent.role === role && agent.persona !== persona),
  );
  if (recast !== undefined) return `${recast.role} has its persona already; give the work to a new role`;
  const asked = plan.tasks.find(
    (task) => progressOfTask(state, task).status === 'blocked' && isTakenOut(run, next, task),
  );
  return asked === undefined ? null : `${asked.id} waits for an answer; it can be taken out when it has it`;
}

export const isTakenOut = (
  run: Pick<PlanMove, 'plan' | 'state'>,
  next: Plan,
  { id, role }: PlanTask,
): boolean => taskNamed(keepOpened(run, next), id)?.role !== role;
