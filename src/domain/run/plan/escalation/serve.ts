import { isLeaving, ownValue } from '../../workflow/state.ts';
import { type PlanMove, progressOfTask, withTask } from '../plan-state.ts';
import { giveRoleTurn, giveTurn, giveVerification } from '../schedule.ts';
import { workText } from '../words.ts';
import { architectText } from './architect-text.ts';
import {
  ARCHITECT,
  type Escalation,
  isSameEscalation,
  type NoteMatter,
  withEscalation,
  withNote,
} from './escalation.ts';
import { tellLate } from './tell-late.ts';
import { guidanceText, settledText } from './words.ts';

/** Takes every escalation on: guidance comes in, doers go on, the architect gets its turn. */
export function serveEscalations(move: PlanMove): PlanMove {
  if (move.state.ended !== null || move.state.escalations.length === 0) return move;
  return serveArchitect(resumeSettled(applyGuidance(move)));
}

/** What the solution architect was asked for is verified, so the architect can answer. */
function applyGuidance(move: PlanMove): PlanMove {
  const waiting = move.state.escalations.flatMap(({ notes }) => notes.filter(({ at }) => at === 'guidance'));
  return waiting.reduce(hearGuidance, move);
}

function hearGuidance(move: PlanMove, { id, guidanceTask }: NoteMatter): PlanMove {
  const task = move.plan.tasks.find((one) => one.id === guidanceTask);
  if (task === undefined) return move;
  const { status, result } = progressOfTask(move.state, task);
  if (status !== 'verified') return move;
  const word = guidanceText(task, result?.body ?? '');
  return { ...move, state: withNote(move.state, id, { at: 'architect', isTold: false, word }) };
}

const isSettled = ({ notes }: Escalation): boolean => notes.every(({ at }) => at === 'settled');

/** Back to the role that escalated, with all answers together. */
function resumeSettled(move: PlanMove): PlanMove {
  const ready = move.state.escalations.filter((one) => isSettled(one) && !isLeaving(move.state, one.role));
  return ready.reduce(resume, move);
}

function resume(move: PlanMove, escalation: Escalation): PlanMove {
  const escalations = move.state.escalations.filter((one) => !isSameEscalation(one, escalation));
  const left: PlanMove = { ...move, state: { ...move.state, escalations } };
  const task = move.plan.tasks.find(({ id }) => id === escalation.task);
  if (escalation.isLate === true) return tellLate(left, escalation, task);
  if (task === undefined) return left;
  const { role } = escalation;
  const isDoer = role === task.role;
  // A session that was opened anew remembers nothing.
  const isNew = ownValue(move.state.roles, role) !== 'open';
  const settled = settledText(task, escalation, isDoer);
  const status = isDoer ? 'working' : 'ready_for_verification';
  if (!isDoer && isNew) return withTask(giveVerification(left, task, [settled]), task, { status });
  const text = [...(isNew ? [workText(move.plan, task)] : []), settled].join('\n\n');
  return withTask(giveTurn(left, { role, text, task }), task, { status });
}

/** One blocked task at a time, and the one that came first is served first. */
function serveArchitect(move: PlanMove): PlanMove {
  const { escalations } = move.state;
  if (escalations.some(({ round }) => round !== null)) return move;
  const next = escalations.find(({ notes }) => notes.some(({ at, isTold }) => at === 'architect' && !isTold));
  return next === undefined ? move : giveArchitect(move, next, architectText(move, next));
}

export function giveArchitect(move: PlanMove, escalation: Escalation, text: string): PlanMove {
  const { task, notes } = escalation;
  const given = giveRoleTurn(move, { role: ARCHITECT, text, stage: task ?? move.state.stage });
  const told = notes.map((note) => (note.at === 'architect' ? { ...note, isTold: true } : note));
  return {
    ...given,
    state: withEscalation(given.state, escalation, { round: given.state.round, notes: told }),
  };
}
