import { roleNamed, stageNamed, type Transition, type Workflow } from '../../workflow/workflow.ts';
import type { MessageFact } from '../program.ts';
import { ask, finish } from './ending.ts';
import { enterStage, markPassed, union } from './enter-stage.ts';
import { failUnlessRecovered } from './handle-error.ts';
import {
  type Note,
  ownValue,
  stay,
  type WorkflowAdvance,
  type WorkflowContext,
  type WorkflowState,
} from './state.ts';
import { feedbackText, noteOf } from './words.ts';

/** A run whose roles say more than this has lost its way. */
export const MESSAGES_MOST = 2000;

const NEVER_GATHERED: ReadonlySet<string> = new Set(['question', 'status', 'error']);

/** Applies a message: it moves the run, is kept for the next stage, is passed on, or is only remembered. */
export function applyMessage({ workflow, state }: WorkflowContext, fact: MessageFact): WorkflowAdvance {
  if (state.seen.includes(fact.id)) return stay(state);
  if (state.seen.length + state.held.length >= MESSAGES_MOST) {
    const message = `the roles sent more than ${MESSAGES_MOST} messages`;
    return failUnlessRecovered({ workflow, state }, { cause: 'too-many-messages', role: null, message });
  }
  if (state.pending !== null && fact.type !== 'question') return stay(defer(state, fact));
  const known = { ...state, seen: [...state.seen, fact.id] };
  if (fact.type === 'question') return passOn({ workflow, state: known }, fact);
  const stage = stageNamed(workflow, state.stage);
  const isOfRound = fact.round === null || fact.round === state.round;
  if (stage === undefined || fact.from !== stage.role || !isOfRound) return stay(known);
  const transition = findTransition(stage.on, fact);
  if (transition === undefined) return stay(gather(known, fact));
  return move({ workflow, state: gather(known, fact, true) }, transition, fact);
}

const defer = (state: WorkflowState, fact: MessageFact): WorkflowState =>
  state.held.some((held) => held.is === 'message' && held.id === fact.id)
    ? state
    : { ...state, held: [...state.held, fact] };

// Questions travel between roles and change nothing.
function passOn({ workflow, state }: WorkflowContext, { id, from, to }: MessageFact): WorkflowAdvance {
  if (to === null || to === from) return stay(state);
  const isThere = roleNamed(workflow, to) !== undefined && ownValue(state.roles, to) === 'open';
  if (isThere) return { state, orders: [{ is: 'deliver', to, messageId: id }] };
  const message = `message ${id} is for ${to}, who is not there`;
  return failUnlessRecovered({ workflow, state }, { cause: 'absent-recipient', role: from, message });
}

const findTransition = (on: readonly Transition[], { type, verdict }: MessageFact): Transition | undefined =>
  on.find(({ on: trigger }) => trigger === `${type}.${verdict}`) ?? on.find((one) => one.on === type);

function gather(state: WorkflowState, fact: MessageFact, isMoving = false): WorkflowState {
  if (!isMoving && NEVER_GATHERED.has(fact.type)) return state;
  return { ...state, gathered: [...state.gathered, noteOf(fact, state.stage)] };
}

function move(
  { workflow, state }: WorkflowContext,
  transition: Transition,
  fact: MessageFact,
): WorkflowAdvance {
  const isReview = fact.type === 'review';
  const judged = isReview ? judge(state, fact) : state;
  const input = inputAfter(state, fact);
  const reviewed = isReview ? state.input : [];
  switch (transition.move.is) {
    case 'finish':
      return finish(markPassed(isReview ? judged : letThrough(judged)), {
        success: true,
        why: `${fact.from}: ${transition.on}`,
      });
    case 'go': {
      const { stage } = transition.move;
      const isLetThrough = !isReview && !isReviewed(workflow, stage);
      const passed = markPassed(isLetThrough ? letThrough(judged) : judged);
      return enterStage({ workflow, state: passed }, { stage, input, reviewed, answer: null });
    }
    case 'ask': {
      const { text, stage } = transition.move;
      const said = judged.feedback === '' ? fact.body : judged.feedback;
      return ask(judged, { about: 'stage', stage, input, text: `${text}\n${said}`, options: [] });
    }
  }
}

function judge(state: WorkflowState, fact: MessageFact): WorkflowState {
  const judged = { ...state, feedback: feedbackText(fact), judged: [...(state.judged ?? []), fact.id] };
  return fact.verdict === 'approved' ? approve(judged, state.input) : judged;
}

/** From now on these count, in place of what was approved of the same stages before. */
export function approve(state: WorkflowState, notes: readonly Note[]): WorkflowState {
  const work = notes.filter(({ type }) => type !== 'review');
  const stages = [...new Set(work.map(({ stage }) => stage))];
  const fresh = stages.map((stage) => [stage, work.filter((note) => note.stage === stage).map((n) => n.id)]);
  return { ...state, approved: { ...state.approved, ...Object.fromEntries(fresh) } };
}

const isReviewed = (workflow: Workflow, stage: string): boolean =>
  stageNamed(workflow, stage)?.on.some(({ on }) => on.startsWith('review')) ?? false;

// No review sees what leads straight to the end, or to a stage that only builds on it.
const letThrough = (state: WorkflowState): WorkflowState => ({
  ...state,
  unreviewed: union(
    state.unreviewed,
    state.gathered.map(({ id }) => id),
  ),
});

/** An approval hands on what was approved; anything else hands on what was said in this round. */
function inputAfter(state: WorkflowState, { type, verdict }: MessageFact): readonly Note[] {
  const isApproval = type === 'review' && verdict === 'approved';
  return isApproval ? [...state.input, ...state.gathered] : state.gathered;
}
