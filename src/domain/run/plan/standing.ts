import type { Plan, PlanTask } from '../../plan/plan.ts';
import { isLeaving, ownValue } from '../workflow/state.ts';
import { ARCHITECT, type Escalation } from './escalation/escalation.ts';
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

type TaskContext = Readonly<{ state: PlanState; progress: TaskProgress; busy: ReadonlySet<string> }>;

function waitsOf(task: PlanTask, { state, progress, busy }: TaskContext): readonly Wait[] {
  const forRole = (role: string): readonly Wait[] => {
    if (ownValue(state.roles, role) === 'lost') return [PERSON];
    return busy.has(role) || isLeaving(state, role) ? [{ on: 'role', name: role }] : [];
  };
  switch (progress.status) {
    case 'blocked':
      return [...whoAnswers(task, state), ...(isAsked(task, state) ? [PERSON] : [])];
    // What its agent escalated afterwards keeps the plan from its end.
    case 'verified':
      return whoAnswers(task, state);
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

type At = Escalation['notes'][number]['at'];

const ANSWERS: Readonly<Record<At, (guidanceTask: string | null) => readonly Wait[]>> = {
  architect: () => [{ on: 'role', name: ARCHITECT }],
  person: () => [PERSON],
  direct: () => [PERSON],
  guidance: (task) => (task === null ? [] : [{ on: 'task', name: task }]),
  settled: () => [],
};

/** Who has the notes that were escalated for a task. */
function whoAnswers({ id }: PlanTask, { escalations }: PlanState): readonly Wait[] {
  const notes = escalations.filter(({ task }) => task === id).flatMap((one) => one.notes);
  const waits = notes.flatMap(({ at, guidanceTask }) => ANSWERS[at](guidanceTask));
  return [...new Map(waits.map((wait) => [wait.name, wait])).values()];
}

/** A question about it is open, or comes after the one that is; so it is where nothing else blocks it. */
function isAsked({ id }: PlanTask, { pending, asks, escalations }: PlanState): boolean {
  if (pending?.about === 'task' && pending.task === id) return true;
  return asks.some(({ task }) => task === id) || !escalations.some(({ task }) => task === id);
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
