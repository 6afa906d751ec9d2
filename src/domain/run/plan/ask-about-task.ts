import type { PlanTask } from '../../plan/plan.ts';
import { ask, finish } from '../workflow/ending.ts';
import { isLeaving, withRole } from '../workflow/state.ts';
import { ordering, type PlanMove, progressOfTask, type TaskQuestion, withTask } from './plan-state.ts';
import { giveTurn, giveVerification } from './schedule.ts';
import { queueVerification, submit } from './submission.ts';
import { taskOf } from './task-at-work.ts';
import { ACCEPT, markVerified, STALE_ANSWERS, STOP } from './verified.ts';
import { answeredText, changesText, reviewText, workText } from './words.ts';

export const ONE_MORE = 'one more round';
const START_AGAIN = 'start it again';
export const RUN_AGAIN = 'run them again';
export const VERIFY = 'let the verifier decide';

/** What a person can say to each sort of question; none: any words. */
const OPTIONS: Readonly<Record<TaskQuestion['asks'], readonly string[]>> = {
  rounds: [ONE_MORE, ACCEPT, STOP],
  lost: [START_AGAIN, STOP],
  blocked: [],
  red: [ONE_MORE, VERIFY, STOP],
  missing: [RUN_AGAIN, VERIFY, STOP],
  stale: STALE_ANSWERS,
};

type TaskAsk = Readonly<{ task: PlanTask; asks: TaskQuestion['asks']; text: string }>;

/** The task waits for a person. One question is open at a time, and the first that came is asked first. */
export function askAboutTask(move: PlanMove, { task, asks, text }: TaskAsk): PlanMove {
  const { status } = progressOfTask(move.state, task);
  const blocked = withTask(move, task, { status: 'blocked', before: status, round: null });
  const question: TaskQuestion = { about: 'task', task: task.id, asks, text, options: OPTIONS[asks] };
  if (move.state.pending !== null) {
    return { ...blocked, state: { ...blocked.state, asks: [...blocked.state.asks, question] } };
  }
  return askNow(blocked, question);
}

/** Asks the first that waits, unless a question is open. */
export function askNext(move: PlanMove): PlanMove {
  const [next, ...later] = move.state.asks;
  if (next === undefined || move.state.pending !== null || move.state.ended !== null) return move;
  return askNow({ ...move, state: { ...move.state, asks: later } }, next);
}

function askNow(move: PlanMove, question: TaskQuestion): PlanMove {
  const asked = ask(move.state, question);
  return ordering({ ...move, state: { ...move.state, ...asked.state } }, ...asked.orders);
}

/** A person has answered the open question; the next one that waits is asked. */
export function applyAnswer(move: PlanMove, number: number, answer: string): PlanMove {
  const { pending } = move.state;
  if (pending?.about !== 'task' || pending.question !== number) return move;
  const open: PlanMove = { ...move, state: { ...move.state, pending: null } };
  const task = move.plan.tasks.find(({ id }) => id === pending.task);
  const isOffered = pending.options.length === 0 || pending.options.includes(answer);
  if (task === undefined || !isOffered) return askNow(open, pending);
  return askNext(settle(open, { task, pending, answer }));
}

type TaskReply = Readonly<{ task: PlanTask; pending: TaskQuestion; answer: string }>;

function settle(move: PlanMove, { task, pending, answer }: TaskReply): PlanMove {
  const progress = progressOfTask(move.state, task);
  if (answer === STOP && pending.asks !== 'blocked') return stop(move, `${task.id}: stopped by a person`);
  if (pending.asks === 'blocked') {
    return workAgain(move, task, answeredText(task, pending.text, answer));
  }
  if (pending.asks === 'lost') return startAgain(move, task);
  if (answer === ACCEPT) return markVerified(move, task);
  if (answer === RUN_AGAIN) return submit(move, task);
  if (answer === VERIFY || pending.asks === 'stale')
    return queueVerification(withTask(move, task, { reds: 0 }), task);
  if (pending.asks === 'red') return workAgain(withTask(move, task, { reds: 1 }), task, progress.feedback);
  const allowed = withTask(move, task, { extraRounds: progress.extraRounds + 1 });
  return workAgain(allowed, task, changesText(task, progress.feedback));
}

/** Back to its agent, with what it has to know; one that is at work on another task gets it after that. */
export function workAgain(move: PlanMove, task: PlanTask, text: string): PlanMove {
  const inHand = taskOf(move, task.role);
  const isBusy = inHand !== undefined && inHand.id !== task.id && inHand.role === task.role;
  if (isBusy || isLeaving(move.state, task.role))
    return withTask(move, task, { status: 'pending', round: null, feedback: text });
  return withTask(giveTurn(move, { role: task.role, text, task }), task, { status: 'working' });
}

/** The role that was lost goes on in another session, which remembers nothing. */
function startAgain(move: PlanMove, task: PlanTask): PlanMove {
  const progress = progressOfTask(move.state, task);
  const isVerifying = progress.before === 'ready_for_verification';
  const role = isVerifying ? task.verifier : task.role;
  const closed: PlanMove = { ...move, state: withRole(move.state, role, 'closed') };
  const isReview = progress.before === 'completion_drive_review';
  const again = [workText(move.plan, task), ...(isReview ? [reviewText(task)] : [])].join('\n\n');
  const back = withTask(closed, task, { status: progress.before });
  if (isVerifying) return giveVerification(back, task);
  return giveTurn(back, { role, text: again, task, isStart: true });
}

export function stop(move: PlanMove, why: string): PlanMove {
  const ended = finish(move.state, { success: false, why });
  return ordering({ ...move, state: { ...move.state, ...ended.state } }, ...ended.orders);
}
