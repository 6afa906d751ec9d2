import type { Plan, PlanTask } from '../../plan/plan.ts';
import { ownValue, withRole } from '../workflow/state.ts';
import { askNext } from './ask-about-task.ts';
import { type PlanMove, type PlanState, progressOfTask, type TaskStatus, withTask } from './plan-state.ts';

const RETRIED: ReadonlySet<TaskStatus> = new Set(['blocked', 'verified']);

/** Whether a task can be given to its agent again: it was verified, or is blocked by no escalation. */
export const mayRetry = (state: PlanState, task: PlanTask): boolean =>
  state.ended === null &&
  RETRIED.has(progressOfTask(state, task).status) &&
  !state.escalations.some((one) => one.task === task.id);

type Retried = Readonly<{ task: string; why: string }>;

/** The task begins anew when its role is free; what was asked about it is asked no more. */
export function retryTask(move: PlanMove, { task: id, why }: Retried): PlanMove {
  const task = move.plan.tasks.find((one) => one.id === id);
  if (task === undefined || !mayRetry(move.state, task)) return move;
  const reopened = [task.role, task.verifier].reduce((so, role) => reopen(so, role, task), move);
  const { rounds, extraRounds, submission } = progressOfTask(move.state, task);
  const anew = withTask(reopened, task, {
    status: 'pending',
    round: null,
    // As many verifications again as a new task has.
    extraRounds: Math.max(rounds, extraRounds),
    nudges: 0,
    reds: 0,
    changed: [],
    confirming: [],
    submission: submission && { ...submission, isChecking: false },
    result: null,
    feedback: why,
    before: 'pending',
  });
  return askNext(withoutTask(anew, task));
}

/** A role that was lost with this task is started anew; one that another task is asked about stays lost. */
function reopen(move: PlanMove, role: string, task: PlanTask): PlanMove {
  const { plan, state } = move;
  const isLost = ownValue(state.roles, role) === 'lost';
  if (!isLost || lostElsewhere(plan, state, { role, task })) return move;
  return { ...move, state: withRole(state, role, 'closed') };
}

type Elsewhere = Readonly<{ role: string; task: PlanTask }>;

const lostElsewhere = (plan: Plan, state: PlanState, { role, task }: Elsewhere): boolean =>
  plan.tasks.some((other) => {
    const { status, before } = progressOfTask(state, other);
    const needed = before === 'ready_for_verification' ? other.verifier : other.role;
    return other.id !== task.id && status === 'blocked' && needed === role;
  });

/** What was asked and approved of it does not count any more. */
function withoutTask(move: PlanMove, { id }: PlanTask): PlanMove {
  const { state } = move;
  const { [id]: _approved, ...approved } = state.approved;
  const isAsked = state.pending?.about === 'task' && state.pending.task === id;
  return {
    ...move,
    state: {
      ...state,
      passed: state.passed.filter((passed) => passed !== id),
      approved,
      asks: state.asks.filter(({ task }) => task !== id),
      pending: isAsked ? null : state.pending,
    },
  };
}
