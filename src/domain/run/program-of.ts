import type { Plan } from '../plan/plan.ts';
import { type Role, rolesAtWork } from '../workflow/workflow.ts';
import { designProgram } from './design/design-program.ts';
import type { RunMemory } from './memory.ts';
import { ARCHITECT, DESIGN_VERIFIER } from './plan/escalation/escalation.ts';
import { planProgram } from './plan/plan-program.ts';
import { type PlanState, progressOfTask } from './plan/plan-state.ts';
import type { RunProgram } from './program.ts';
import type { WorkflowState } from './workflow/state.ts';
import { workflowProgram } from './workflow/workflow-program.ts';

/** Roles that get a session: the whole roster of a plan or a design; of a workflow, those with a stage. */
export const rolesOf = (definition: RunMemory['definition']): readonly Role[] =>
  'plan' in definition || 'design' in definition ? definition.roles : rolesAtWork(definition);

/** Whether the end of a role's turn can move the run; a plan has many roles that rest. */
export function waitsForTurn({ definition, state }: RunMemory): (role: string) => boolean {
  if (!('plan' in definition)) return () => true;
  // What a run of a plan remembers was made by its program.
  const awaited = awaitedRoles(definition.plan, state as PlanState);
  return (role) => awaited.has(role);
}

/** The program of a run: that of its plan, its design or its workflow. */
export function programOf(definition: RunMemory['definition']): RunProgram<WorkflowState> {
  if ('design' in definition) return designProgram(definition);
  return 'plan' in definition ? planProgram(definition) : workflowProgram(definition);
}

/** Roles whose turn the plan may wait for: what others do moves nothing. */
export function awaitedRoles({ tasks }: Plan, state: PlanState): ReadonlySet<string> {
  const atTasks = tasks
    .filter((task) => progressOfTask(state, task).round !== null)
    .flatMap(({ role, verifier }) => [role, verifier]);
  return new Set([
    ...atTasks,
    ...(state.escalations.length > 0 ? [ARCHITECT] : []),
    ...(state.change === null ? [] : [DESIGN_VERIFIER]),
  ]);
}
