import type { PlanTask } from '../../plan/plan.ts';
import type { RunMemory } from '../memory.ts';
import type { WorkflowState } from '../workflow/state.ts';
import { type PlanMove, type PlanState, progressOfTask, type TaskStatus } from './plan-state.ts';

type PlanRun = Pick<PlanMove, 'plan' | 'state'>;

const STAGES_OF_DOER: ReadonlySet<TaskStatus> = new Set(['working', 'completion_drive_review']);

/** The role that works on a task, or verifies it; null when it is in no role's hands. */
export function roleAtWork(state: PlanState, task: PlanTask): string | null {
  const { status, round } = progressOfTask(state, task);
  if (round === null) return null;
  if (STAGES_OF_DOER.has(status)) return task.role;
  return status === 'ready_for_verification' ? task.verifier : null;
}

/** What a role is at work on: a task that it does, or one that it verifies. */
export const taskOf = ({ plan, state }: PlanRun, role: string): PlanTask | undefined =>
  plan.tasks.find((task) => roleAtWork(state, task) === role);

const isOfPlan = (state: WorkflowState): state is PlanState => 'tasks' in state;

/** A run of a plan; null of a workflow's. */
export const planOfRun = ({ definition, state }: RunMemory): PlanRun | null =>
  'plan' in definition && isOfPlan(state) ? { plan: definition.plan, state } : null;

/** The task that a role is at work on, has handed over and is not verified yet, or is blocked on. */
export function taskOfRoleIn(move: PlanRun, role: string): PlanTask | undefined {
  const { plan, state } = move;
  const isEscalated = ({ id }: PlanTask): boolean =>
    state.escalations.some((one) => one.task === id && one.role === role && one.isLate !== true);
  const isBlocked = (task: PlanTask): boolean =>
    task.role === role && progressOfTask(state, task).status === 'blocked';
  return (
    taskOf(move, role) ??
    plan.tasks.find(isEscalated) ??
    handedOverBy(move, role) ??
    plan.tasks.find(isBlocked)
  );
}

/** The task that a role has handed over, and that is looked at. */
export const handedOverBy = ({ plan, state }: PlanRun, role: string): PlanTask | undefined =>
  plan.tasks.find(
    (task) => task.role === role && progressOfTask(state, task).status === 'ready_for_verification',
  );

/** The verified task that a role did last: what it doubts afterwards is about that one. */
export function lastVerifiedOf({ plan, state }: PlanRun, role: string): PlanTask | undefined {
  const lastRound = (task: PlanTask): number => progressOfTask(state, task).given.at(-1) ?? 0;
  return plan.tasks
    .filter((task) => task.role === role && progressOfTask(state, task).status === 'verified')
    .toSorted((one, other) => lastRound(one) - lastRound(other))
    .at(-1);
}

/** What a note of a session's role is about; null outside of plans, and for a role that has done nothing. */
export function taskOfRole(memory: RunMemory, role: string): PlanTask | null {
  const run = planOfRun(memory);
  return (run && (taskOfRoleIn(run, role) ?? lastVerifiedOf(run, role))) ?? null;
}
