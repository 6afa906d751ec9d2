import { stageNamed } from '../../workflow/workflow.ts';
import type { RunFact } from '../program.ts';
import { approve } from './apply-message.ts';
import { ask, finish } from './ending.ts';
import { enterStage, giveTask, giveTurn, LIMIT_OPTIONS, markPassed, union } from './enter-stage.ts';
import { GO_ON_WITHOUT, goOnWithout, START_AGAIN } from './lose-role.ts';
import {
  ownValue,
  type Pending,
  stay,
  type WorkflowAdvance,
  type WorkflowContext,
  withRole,
} from './state.ts';
import { answerText, goOnText } from './words.ts';

type AnswerFact = Extract<RunFact, { is: 'answered' }>;
type PendingQuestion<A extends Pending['about']> = Extract<Pending, { about: A }>;

/** A person has answered the open question. An answer to another one changes nothing. */
export function applyAnswer(
  { workflow, state }: WorkflowContext,
  { question, answer }: AnswerFact,
): WorkflowAdvance {
  const { pending } = state;
  if (pending === null || pending.question !== question) return stay(state);
  const open = { ...state, pending: null };
  const isOffered = pending.options.length === 0 || pending.options.includes(answer);
  return isOffered ? applyTo({ workflow, state: open }, pending, answer) : ask(open, pending);
}

function applyTo(scene: WorkflowContext, pending: Pending, answer: string): WorkflowAdvance {
  switch (pending.about) {
    case 'stage':
      return applyStageAnswer(scene, pending, answer);
    case 'limit':
      return applyLimitAnswer(scene, pending, answer);
    case 'role':
      return applyRoleAnswer(scene, pending, answer);
    // Only plans and designs ask so.
    case 'task':
    case 'design':
      return stay(scene.state);
  }
}

function applyStageAnswer(
  { workflow, state }: WorkflowContext,
  pending: PendingQuestion<'stage'>,
  given: string,
): WorkflowAdvance {
  const answer = answerText(pending.text, given);
  const { stage: target, input } = pending;
  if (target !== null) {
    const passed = { workflow, state: markPassed(state) };
    return enterStage(passed, { stage: target, input, reviewed: state.input, answer });
  }
  const stage = stageNamed(workflow, state.stage);
  const answered = { ...state, gathered: [], answer, nudges: 0 };
  if (stage === undefined) return stay(answered);
  switch (ownValue(state.roles, stage.role)) {
    // It has the task of this round already.
    case 'open':
      return giveTurn(answered, stage, goOnText(answer));
    case 'closed':
      return giveTask(answered, stage);
    default:
      return stay(answered);
  }
}

const [ONE_MORE, ACCEPT] = LIMIT_OPTIONS;

function applyLimitAnswer(
  { workflow, state }: WorkflowContext,
  pending: PendingQuestion<'limit'>,
  answer: string,
): WorkflowAdvance {
  if (answer === ONE_MORE) {
    const { stage, input, reviewed } = pending;
    const allowed = { ...state, extraRounds: state.extraRounds + 1 };
    return enterStage({ workflow, state: allowed }, { stage, input, reviewed, answer: null });
  }
  if (answer !== ACCEPT) return finish(state, { success: false, why: 'stopped by a person at the limit' });
  const work = pending.reviewed.length > 0 ? pending.reviewed : pending.input;
  const passed = union(state.passed, Object.keys(state.visits));
  const accepted = approve({ ...state, passed }, work);
  return finish(accepted, { success: true, why: 'accepted by a person as it is' });
}

function applyRoleAnswer(
  { workflow, state }: WorkflowContext,
  { role }: PendingQuestion<'role'>,
  answer: string,
): WorkflowAdvance {
  const why = `${role} is lost`;
  if (answer === GO_ON_WITHOUT) return goOnWithout({ workflow, state }, { role, why });
  if (answer !== START_AGAIN) return finish(state, { success: false, why: `${why}; stopped by a person` });
  const closed = { ...withRole(state, role, 'closed'), nudges: 0 };
  const stage = stageNamed(workflow, state.stage);
  return stage?.role === role ? giveTask(closed, stage) : stay(closed);
}
