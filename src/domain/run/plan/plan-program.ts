import type { PlanTask } from '../../plan/plan.ts';
import { decideRecovery, lossCause, type RunErrorCause, recordOf } from '../error-handling.ts';
import type { MessageFact, RunFact, RunProgram } from '../program.ts';
import { killRoles } from '../time-used-up.ts';
import { MESSAGES_MOST } from '../workflow/apply-message.ts';
import { failUnlessRecovered } from '../workflow/handle-error.ts';
import { isLeaving, ownValue, type WorkflowState, withRole } from '../workflow/state.ts';
import { feedbackText } from '../workflow/words.ts';
import { EMPTY } from '../workflow/workflow-program.ts';
import { applyCriteria } from './apply-criteria.ts';
import { applyAnswer, askAboutTask, askNext, stop, workAgain } from './ask-about-task.ts';
import { applyAnswerToNote, applyNoteAnswer, applyRouted, applyTold } from './escalation/answer-note.ts';
import { applyEscalated } from './escalation/escalate.ts';
import { ARCHITECT, DESIGN_VERIFIER } from './escalation/escalation.ts';
import { applyArchitectEnd, applyArchitectTurn } from './escalation/lose-architect.ts';
import { serveEscalations } from './escalation/serve.ts';
import {
  definePlan,
  ordering,
  type PlanDefinition,
  type PlanMove,
  type PlanState,
  progressOfTask,
  withTask,
} from './plan-state.ts';
import {
  applyApproval,
  applyChanged,
  applyProposed,
  applyVerdict,
  applyVerifierEnd,
  applyVerifierSilence,
} from './propose-change.ts';
import { retryTask } from './retry-task.ts';
import { giveTurn, schedule } from './schedule.ts';
import { submit } from './submission.ts';
import { taskOf } from './task-at-work.ts';
import { markVerified } from './verified.ts';
import { changedLines, changedText, changesText, NUDGES, reviewText } from './words.ts';

/** A plan that has passed its check, as a program of runs. */
export const planProgram = (definition: PlanDefinition): RunProgram<WorkflowState> => ({
  start: (goal) => closed(schedule(begin(definition, goal))),
  // What a run of a plan remembers was made here.
  advance: (state, fact) => closed(advance(definition, state as PlanState, fact)),
});

const closed = ({ state, orders }: PlanMove) => ({ state, orders });

function begin({ plan, isUnattended, rounds: roundsMost }: PlanDefinition, goal: string): PlanMove {
  const roles = plan.agents.map(({ role }) => role);
  const state: PlanState = {
    ...EMPTY,
    goal,
    roles: Object.fromEntries(roles.map((role) => [role, 'open' as const])),
    stageCount: plan.tasks.length,
    tasks: {},
    asks: [],
    escalations: [],
    opened: [],
    change: null,
    isUnattended,
    arrivals: 0,
  };
  const opening = roles.map((role) => ({ is: 'open-session' as const, role }));
  return { plan, roundsMost, state, orders: [{ is: 'set-deadline', afterMs: plan.timeoutMs }, ...opening] };
}

function advance(definition: PlanDefinition, state: PlanState, fact: RunFact): PlanMove {
  // A run that an older Swarm began remembers no number of rounds.
  const { plan, rounds: roundsMost = definePlan(plan).rounds } = definition;
  const move: PlanMove = { plan, roundsMost, state, orders: [] };
  return state.ended === null ? askNext(take(definition, move, fact)) : move;
}

function take(definition: PlanDefinition, move: PlanMove, fact: RunFact): PlanMove {
  const { state } = move;
  switch (fact.is) {
    case 'message':
      return goOn(applyMessage(move, fact));
    case 'turn-ended':
      return goOn(applySilence(move, fact.role, fact.round));
    case 'session-ended':
      return goOn(applyEnd(move, fact));
    case 'criteria-run':
      return goOn(applyCriteria(move, fact));
    case 'answered': {
      const { question, answer } = fact;
      const ofNote = applyAnswerToNote(move, question, answer) ?? applyApproval(move, question, answer);
      return goOn(ofNote ?? applyAnswer(move, question, answer));
    }
    case 'submitted':
      return move;
    case 'task-retried':
      return goOn(retryTask(move, fact));
    case 'notes-escalated':
      return goOn(applyEscalated(move, fact));
    case 'note-routed':
      return goOn(applyRouted(move, fact));
    case 'note-answered':
      return goOn(applyNoteAnswer(move, fact));
    case 'note-told':
      return goOn(applyTold(move, fact));
    case 'plan-proposed':
      return goOn(applyProposed(move, fact));
    case 'plan-changed':
      return goOn(applyChanged(move, fact.plan));
    case 'role-wanted':
      return { ...move, orders: [...move.orders, { is: 'open-session', role: fact.role }] };
    case 'deadline-passed':
      return killRoles(stop(move, 'the time of the plan is used up'));
    case 'faulted': {
      const error = { cause: 'fault', role: null, message: fact.message } as const;
      const next = failUnlessRecovered({ workflow: definition, state }, error, fact);
      return { ...move, state: { ...state, ...next.state }, orders: next.orders };
    }
  }
}

const goOn = (move: PlanMove): PlanMove => schedule(serveEscalations(move));

const HANDS_OVER: ReadonlySet<string> = new Set(['result', 'artifact']);

function applyMessage(move: PlanMove, fact: MessageFact): PlanMove {
  const { state } = move;
  if (state.seen.includes(fact.id)) return move;
  if (state.seen.length >= MESSAGES_MOST)
    return stop(move, `the roles sent more than ${MESSAGES_MOST} messages`);
  const known: PlanMove = { ...move, state: { ...state, seen: [...state.seen, fact.id] } };
  if (fact.type === 'question') return passOn(known, fact);
  const judged = applyVerdict(known, fact);
  if (judged !== null) return judged;
  const task = taskOf(known, fact.from);
  if (task === undefined) return known;
  const progress = progressOfTask(state, task);
  const isOfTurn = fact.round === null || fact.round === progress.round;
  if (!isOfTurn) return known;
  if (task.role === fact.from) return HANDS_OVER.has(fact.type) ? handOver(known, task, fact) : known;
  return fact.type === 'review' ? judge(known, task, fact) : known;
}

// Questions travel between roles and change nothing.
function passOn(move: PlanMove, { id, from, to }: MessageFact): PlanMove {
  const isThere = to !== null && to !== from && ownValue(move.state.roles, to) === 'open';
  return isThere ? ordering(move, { is: 'deliver', to, messageId: id }) : move;
}

/** The first time that a task is called done opens its review; the second time it is verified. */
function handOver(move: PlanMove, task: PlanTask, { id, body }: MessageFact): PlanMove {
  const { status, changed, reds } = progressOfTask(move.state, task);
  // What only mends red criteria was gone through before.
  const isFirst = status === 'working' && reds === 0;
  if (!isFirst && changed.length === 0) return submit(withTask(move, task, { result: { id, body } }), task);
  const texts = [...(changed.length === 0 ? [] : [changedText(task, changed)]), reviewText(task)];
  const given = giveTurn(move, { role: task.role, text: texts.join('\n\n'), task });
  return withTask(given, task, { status: 'completion_drive_review', changed: [] });
}

function judge(move: PlanMove, task: PlanTask, fact: MessageFact): PlanMove {
  const { rounds, extraRounds, confirming } = progressOfTask(move.state, task);
  const feedback = [feedbackText(fact), changedLines(confirming)].filter((part) => part !== '').join('\n');
  const judged = recordRound(withTask(move, task, { rounds: rounds + 1, feedback, round: null }), task, fact);
  if (fact.verdict === 'approved') return markVerified(judged, task);
  // Its agent works on it again, with what is there now.
  const open = withTask(judged, task, { confirming: [], changed: [] });
  if (fact.verdict === 'blocked') {
    const text = `The verifier of ${task.id} needs a decision: ${fact.body}\n${feedback}`;
    return askAboutTask(open, { task, asks: 'blocked', text });
  }
  if (rounds + 1 < move.roundsMost + extraRounds) return workAgain(open, task, changesText(task, feedback));
  const text = `${task.id} was verified ${rounds + 1} times and is not complete.\n${feedback}`;
  return askAboutTask(open, { task, asks: 'rounds', text });
}

function recordRound(
  move: PlanMove,
  task: PlanTask,
  { from, verdict, findings, summary, body }: MessageFact,
): PlanMove {
  const { judged, submission, confirming } = progressOfTask(move.state, task);
  const number = judged + 1;
  return ordering(withTask(move, task, { judged: number }), {
    is: 'record-round',
    taskId: task.id,
    number,
    isConfirmation: confirming.length > 0,
    verifier: from,
    verdict: verdict ?? 'blocked',
    findings,
    summary: summary ?? body,
    commit: submission?.commit ?? null,
  });
}

// A plan may give its architect tasks as well.
const isArchitect = (move: PlanMove, role: string): boolean =>
  role === ARCHITECT && taskOf(move, role) === undefined;

/** A turn that ends without the message that its task needs is followed by a nudge, not by silence. */
function applySilence(move: PlanMove, role: string, round: number | null): PlanMove {
  if (isArchitect(move, role)) return applyArchitectTurn(move, round);
  if (role === DESIGN_VERIFIER) return applyVerifierSilence(move, round);
  const task = taskOf(move, role);
  if (task === undefined || (round !== null && progressOfTask(move.state, task).round !== round)) return move;
  const { nudges } = progressOfTask(move.state, task);
  const isDoer = task.role === role;
  const why = `${role} said nothing that ${task.id} needs`;
  const recovery = decideRecovery('role-silent', {
    strategy: 'ask',
    isOptional: false,
    nudges,
    isPassing: false,
  });
  if (recovery !== 'nudge') return lose(move, { role, why, cause: 'role-silent' });
  const text = isDoer ? NUDGES.doer : NUDGES.verifier;
  return withTask(giveTurn(move, { role, text, task }), task, { nudges: nudges + 1 });
}

type SessionEndFact = Extract<RunFact, { is: 'session-ended' }>;

/** A session is over. One that ended well is opened again when its role is needed. */
function applyEnd(move: PlanMove, fact: SessionEndFact): PlanMove {
  const { role, ending, reason } = fact;
  if (isLeaving(move.state, role)) return closeAgain(move, role);
  if (ownValue(move.state.roles, role) !== 'open') return move;
  if (isArchitect(move, role)) return applyArchitectEnd(move, fact);
  if (role === DESIGN_VERIFIER) return applyVerifierEnd(move);
  if (ending !== 'completed')
    return lose(move, { role, why: `${role} is lost: ${ending}, ${reason}`, cause: lossCause(fact) });
  return applySilence({ ...move, state: withRole(move.state, role, 'closed') }, role, null);
}

type Loss = Readonly<{ role: string; why: string; cause: RunErrorCause }>;

/** Others work on; a person says how the task goes on. */
function lose(move: PlanMove, { role, why, cause }: Loss): PlanMove {
  const task = taskOf(move, role);
  const lost: PlanMove = { ...move, state: withRole(move.state, role, 'lost') };
  const recorded = ordering(lost, { is: 'record-error', ...recordOf({ cause, role, message: why }, 'ask') });
  const isOpen = cause === 'role-silent' && ownValue(move.state.roles, role) === 'open';
  const ended = isOpen ? ordering(recorded, { is: 'end-session', role }) : recorded;
  if (task === undefined) return closeAgain(ended, role);
  return askAboutTask(ended, { task, asks: 'lost', text: `${why}. How shall ${task.id} go on?` });
}

/** A role without a task is started anew when it gets one. */
function closeAgain(move: PlanMove, role: string): PlanMove {
  return { ...move, state: withRole(move.state, role, 'closed') };
}
