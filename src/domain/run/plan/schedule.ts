import type { Plan, PlanTask } from '../../plan/plan.ts';
import type { TurnTerms } from '../program.ts';
import { finish } from '../workflow/ending.ts';
import { isLeaving, ownValue, withRole } from '../workflow/state.ts';
import {
  isChangedFile,
  keepsNothing,
  ordering,
  type PlanMove,
  type PlanState,
  progressOfTask,
  type TaskStatus,
  withTask,
} from './plan-state.ts';
import { againText, verifyText, workText } from './words.ts';

const UNDER_WAY: ReadonlySet<TaskStatus> = new Set([
  'working',
  'completion_drive_review',
  'ready_for_verification',
  'blocked',
]);

type GivenTurn = Readonly<{
  role: string;
  text: string;
  task: PlanTask;
  /** Its agent begins the task, or its verifier the verification. */
  isStart?: boolean;
  checkout?: string;
}>;

/** Gives a role its next turn, in a round of its own, and a session if it has none. */
export function giveTurn(move: PlanMove, given: GivenTurn): PlanMove {
  const { role, text, task, checkout } = given;
  const isDoer = role === task.role;
  const { remarks, changed, given: before } = progressOfTask(move.state, task);
  const whole = isDoer ? [text, ...remarks].join('\n\n') : text;
  const at = checkout === undefined ? {} : { checkout };
  const turn = { role, text: whole, stage: task.id, ...termsOf(given), ...at };
  const moved = giveRoleTurn(move, turn);
  const { round } = moved.state;
  // Its remarks tell what was decided; files that changed it is told of when it hands over.
  const heard = isDoer ? { remarks: [], changed: changed.filter(isChangedFile) } : {};
  return withTask(moved, task, { round, nudges: 0, given: [...before, round], ...heard });
}

type RoleTurn = Readonly<{
  role: string;
  text: string;
  stage: string;
  terms?: TurnTerms;
  checkout?: string;
}>;

/** The same for a role that has no task of the plan. */
export function giveRoleTurn(move: PlanMove, turn: RoleTurn): PlanMove {
  const { state } = move;
  const { role } = turn;
  const round = state.round + 1;
  const opening = ownValue(state.roles, role) === 'open' ? [] : [{ is: 'open-session' as const, role }];
  const opened = { ...withRole(state, role, 'open'), round, stage: turn.stage };
  return ordering({ ...move, state: opened }, ...opening, { is: 'give-turn', ...turn, round });
}

/** A task has limits of its own for its agent; a verification takes those of the project, anew each time. */
function termsOf({ role, task, isStart = false }: GivenTurn): Readonly<{ terms: TurnTerms }> {
  const isDoer = role === task.role;
  const limitMs = isDoer ? task.timeoutMs : null;
  const retries = isDoer ? task.retries : null;
  return { terms: { limitMs, ...(isStart ? { retries } : {}) } };
}

/** The verifier of a task looks at the commit that Swarm looked at, in a checkout that is thrown away. */
export function giveVerification(move: PlanMove, task: PlanTask, more: readonly string[] = []): PlanMove {
  const progress = progressOfTask(move.state, task);
  const commit = progress.submission?.commit ?? null;
  const isApart = commit !== null && keepsNothing(move.plan, task.verifier);
  const text = [verifyText({ plan: move.plan, task, progress, isApart }), ...more].join('\n\n');
  const at = isApart ? { checkout: commit } : {};
  return giveTurn(move, { role: task.verifier, text, task, isStart: true, ...at });
}

/** Starts all that can start: tasks whose dependencies are verified, and verifications. */
export function schedule(move: PlanMove): PlanMove {
  if (move.state.ended !== null) return move;
  const busy = busyRoles(move);
  const started = move.plan.tasks.reduce((so, task) => startTask(so, task, busy), move);
  const moved = inOrderOfArrival(started).reduce((so, task) => verifyTask(so, task, busy), started);
  if (!isComplete(moved)) return moved;
  const ended = finish(moved.state, { success: true, why: 'every task is verified' });
  return ordering({ ...moved, state: { ...moved.state, ...ended.state } }, ...ended.orders);
}

/** Every task is verified, and nothing is left to be answered or agreed to. */
export const isComplete = ({ plan, state }: PlanMove): boolean =>
  state.escalations.length === 0 &&
  state.change === null &&
  plan.tasks.every((task) => statusOf(state, task) === 'verified');

function startTask(move: PlanMove, task: PlanTask, busy: Set<string>): PlanMove {
  if (statusOf(move.state, task) !== 'pending' || !mayStart(move, task, busy)) return move;
  busy.add(task.role);
  const { feedback } = progressOfTask(move.state, task);
  const text = [workText(move.plan, task), ...againText(feedback)].join('\n\n');
  const given = giveTurn(move, { role: task.role, text, task, isStart: true });
  return withTask(given, task, { status: 'working', firstRound: given.state.round });
}

const inOrderOfArrival = ({ plan, state }: PlanMove): readonly PlanTask[] =>
  plan.tasks.toSorted((a, b) => progressOfTask(state, a).arrival - progressOfTask(state, b).arrival);

function verifyTask(move: PlanMove, task: PlanTask, busy: Set<string>): PlanMove {
  const { status, round, submission } = progressOfTask(move.state, task);
  const isReady = status === 'ready_for_verification' && round === null && submission?.isChecking !== true;
  if (!isReady || !mayVerify(move, task, busy)) return move;
  busy.add(task.verifier);
  return giveVerification(move, task);
}

const statusOf = (state: PlanState, task: PlanTask): TaskStatus => progressOfTask(state, task).status;
const isGone = (state: PlanState, role: string): boolean =>
  ownValue(state.roles, role) === 'lost' || isLeaving(state, role);

/** One role does one task at a time, and verifies one. Looked up once: a plan may have hundreds of tasks. */
function busyRoles({ plan, state }: PlanMove): Set<string> {
  return new Set(
    plan.tasks.flatMap((task) => {
      const { status, round } = progressOfTask(state, task);
      if (!UNDER_WAY.has(status)) return [];
      const isVerifying = status === 'ready_for_verification' && round !== null;
      return isVerifying ? [task.role, task.verifier] : [task.role];
    }),
  );
}

/** At work, as far as side by side goes: one that waits for a person keeps no other waiting. */
const AT_WORK: ReadonlySet<TaskStatus> = new Set([
  'working',
  'completion_drive_review',
  'ready_for_verification',
]);

/** Where a plan names groups, only tasks of one group run side by side, and what the run opened itself. */
function mayRunNow({ tasks, parallelGroups }: Plan, state: PlanState, { id }: PlanTask): boolean {
  if (parallelGroups.length === 0 || state.opened.includes(id)) return true;
  const isBeside = (other: string): boolean =>
    state.opened.includes(other) ||
    parallelGroups.some((group) => group.includes(id) && group.includes(other));
  return tasks.every((other) => !AT_WORK.has(statusOf(state, other)) || isBeside(other.id));
}

function mayStart({ plan, state }: PlanMove, task: PlanTask, busy: ReadonlySet<string>): boolean {
  const isReady = task.dependencies.every((id) => progressOfTask(state, { id }).status === 'verified');
  return isReady && !busy.has(task.role) && !isGone(state, task.role) && mayRunNow(plan, state, task);
}

const mayVerify = ({ state }: PlanMove, { verifier }: PlanTask, busy: ReadonlySet<string>): boolean =>
  !busy.has(verifier) && !isGone(state, verifier);
