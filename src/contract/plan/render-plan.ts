import type { FileContract, Plan, PlanTask } from '../../domain/plan/plan.ts';
import type { PlanFile } from './plan-file.ts';
import { renderPlanFile } from './render-plan-file.ts';

/** The text of a plan that is known only as a definition: the one that a run goes on with. */
export const renderPlan = (plan: Plan): string =>
  renderPlanFile({
    name: plan.name,
    goal: plan.goal,
    ...given('timeout', plan.timeoutMs),
    ...given('escalation', plan.escalation && [...plan.escalation]),
    agents: Object.fromEntries(plan.agents.map(({ role, persona }) => [role, { persona }])),
    // Lists that are empty mean the same as those that are left out.
    tasks: plan.tasks.map(taskText) as PlanFile['tasks'],
    parallel_groups: plan.parallelGroups.map((group) => [...group]),
    checkpoints: plan.checkpoints.map(({ after, validates, failureModes }) => ({
      after,
      validates,
      failure_modes: failureModes.map(({ failure, remedy }) => ({ failure, remedy })),
    })),
    new_personas: plan.newPersonas.map(({ name, specification }) => ({ name, specification })),
  });

const taskText = (task: PlanTask) => ({
  task_id: task.id,
  role: task.role,
  instructions: task.instructions,
  ...filled('inputs', task.inputs.map(fileText)),
  ...filled('outputs', task.outputs.map(fileText)),
  ...filled(
    'success_criteria',
    task.criteria.map(({ text, command, file }) => ({
      text,
      ...given('command', command),
      ...given('file', file),
    })),
  ),
  ...filled('dependencies', task.dependencies),
  verifier: task.verifier,
  ...given('timeout', task.timeoutMs),
  ...given('retries', task.retries),
  ...given('escalation', task.escalation && [...task.escalation]),
});

const fileText = ({ path, format }: FileContract) => ({ path, ...given('format', format) });

const given = <K extends string, T>(key: K, value: T | null): { [key in K]?: T } =>
  value === null ? {} : ({ [key]: value } as { [key in K]: T });

const filled = <K extends string, T>(key: K, values: readonly T[]) =>
  given(key, values.length === 0 ? null : values);
