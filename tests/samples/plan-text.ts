import { stringify } from 'yaml';
import type { FileContract, Plan, PlanTask } from '../../src/domain/plan/plan.ts';

const filesOf = (files: readonly FileContract[]) =>
  files.map(({ path, format }) => (format === null ? { path } : { path, format }));

const taskOf = ({ id, role, instructions, inputs, outputs, criteria, dependencies, verifier }: PlanTask) => ({
  task_id: id,
  role,
  instructions,
  inputs: filesOf(inputs),
  outputs: filesOf(outputs),
  success_criteria: criteria.map(({ text, file }) => ({ text, ...(file === null ? {} : { file }) })),
  dependencies,
  verifier,
});

/** A plan as the text of its file. */
export const planText = (plan: Plan): string =>
  stringify(
    {
      name: plan.name,
      goal: plan.goal,
      escalation: plan.escalation,
      agents: Object.fromEntries(plan.agents.map(({ role, persona }) => [role, { persona }])),
      tasks: plan.tasks.map(taskOf),
      parallel_groups: plan.parallelGroups,
      checkpoints: plan.checkpoints.map(({ after, validates, failureModes }) => ({
        after,
        validates,
        failure_modes: failureModes,
      })),
    },
    // What a plan says twice is written twice: the parser takes no aliases.
    { aliasDuplicateObjects: false },
  );
