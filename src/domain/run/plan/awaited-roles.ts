import type { Plan } from '../../plan/plan.ts';
import { ARCHITECT, DESIGN_VERIFIER } from './escalation/escalation.ts';
import { type PlanState, progressOfTask } from './plan-state.ts';

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
