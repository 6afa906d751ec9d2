import type { Plan, PlanTask } from '../../plan/plan.ts';
import { isLeaving, ownValue } from '../workflow/state.ts';
import { type PlanState, progressOfTask, type TaskProgress } from './plan-state.ts';

/** What a task waits for: another task, a role that is busy, or the person. */
export type Wait = Readonly<{ on: 'task' | 'role' | 'person'; name: string }>;

/** Where a task is, and who it waits for. */
export type TaskStanding = Readonly<{ task: PlanTask; progress: TaskProgress; waits: readonly Wait[] }>;

const PERSON: Wait = { on: 'person', name: 'user' };

/** Every task of a plan, in its order. */
export function standingsOf(plan: Plan, state: PlanState): readonly TaskStanding[] {
  const busy = busyRoles(plan, state);
  return plan.tasks.map((task) => {
    const progress = progressOfTask(state, task);
    return { task, progress, waits: state.ended === null ? waitsOf(task, { state, progress, busy }) : [] };
  });
}

type Scene = Readonly<{ state: PlanState; progress: TaskProgress; busy: ReadonlySet<string> }>;

function waitsOf(task: PlanTask, { state, progress, busy }: Scene): readonly Wait[] {
  const forRole = (role: string): readonly Wait[] => {
    if (ownValue(state.roles, role) === 'lost') return [PERSON];
    return busy.has(role) || isLeaving(state, role) ? [{ on: 'role', name: role }] : [];
  };
  switch (progress.status) {
    case 'blocked':
      return [PERSON];
    case 'pending': {
      const unmet = task.dependencies.filter((id) => progressOfTask(state, { id }).status !== 'verified');
      return unmet.length > 0 ? unmet.map((name) => ({ on: 'task', name })) : forRole(task.role);
    }
    case 'ready_for_verification':
      return progress.round === null ? forRole(task.verifier) : [];
    default:
      return [];
  }
}

/** Roles that have something to do now. */
function busyRoles({ tasks }: Plan, state: PlanState): ReadonlySet<string> {
  return new Set(
    tasks.flatMap((task) => {
      const { status, round } = progressOfTask(state, task);
      if (status === 'pending' || status === 'verified') return [];
      const isVerifying = status === 'ready_for_verification' && round !== null;
      return isVerifying ? [task.role, task.verifier] : [task.role];
    }),
  );
}
