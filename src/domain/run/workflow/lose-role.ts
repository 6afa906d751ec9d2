import { roleNamed, stageNamed } from '../../workflow/workflow.ts';
import { lossCause } from '../error-handling.ts';
import type { RunFact, RunOrder } from '../program.ts';
import { ask, finish } from './ending.ts';
import { canSpare, giveTask, giveTurn, passBy } from './enter-stage.ts';
import { type Handled, handleError, withRecord } from './handle-error.ts';
import {
  ownValue,
  stay,
  type WorkflowAdvance,
  type WorkflowContext,
  type WorkflowState,
  withOrders,
  withRole,
} from './state.ts';
import { nudgeText } from './words.ts';

export const START_AGAIN = 'start it again';
export const GO_ON_WITHOUT = 'go on without it';

type SessionEndFact = Extract<RunFact, { is: 'session-ended' }>;
type TurnEnded = Extract<RunFact, { is: 'turn-ended' }>;
type Loss = Readonly<{ role: string; why: string }>;

/** A session is over. One that ended well is opened again when its role is needed. */
export function applySessionEnd({ workflow, state }: WorkflowContext, fact: SessionEndFact): WorkflowAdvance {
  const { role, ending, reason } = fact;
  if (ownValue(state.roles, role) !== 'open') return stay(state);
  if (ending !== 'completed') {
    const why = `${role} is lost: ${ending}, ${reason}`;
    const error = { cause: lossCause(fact), role, message: why };
    const handled = handleError({ workflow, state }, error);
    return loseRole({ workflow, state }, { role, why }, handled);
  }
  const closed = { workflow, state: withRole(state, role, 'closed') };
  const isNeeded = stageNamed(workflow, state.stage)?.role === role && state.pending === null;
  return isNeeded ? nudge(closed, role) : stay(closed.state);
}

/** A turn that ends without the message that its stage needs is followed by a nudge, not by silence. */
export function applyTurnEnd({ workflow, state }: WorkflowContext, fact: TurnEnded): WorkflowAdvance {
  const isCurrent = stageNamed(workflow, state.stage)?.role === fact.role && fact.round === state.round;
  if (!isCurrent || ownValue(state.roles, fact.role) !== 'open') return stay(state);
  if (state.pending !== null) return stay(deferOnce(state, fact));
  return nudge({ workflow, state }, fact.role);
}

// One is as good as many.
const deferOnce = (state: WorkflowState, fact: TurnEnded): WorkflowState =>
  state.held.some(({ is }) => is === 'turn-ended') ? state : { ...state, held: [...state.held, fact] };

/** Reminds the role of the current stage, or gives it up when it was reminded often enough. */
function nudge({ workflow, state }: WorkflowContext, role: string): WorkflowAdvance {
  const stage = stageNamed(workflow, state.stage);
  if (stage === undefined) return stay(state);
  const isOpen = ownValue(state.roles, role) === 'open';
  const why = `${role} is lost: it said nothing that its stage needs`;
  const handled = handleError({ workflow, state }, { cause: 'role-silent', role, message: why });
  if (handled.recovery !== 'nudge') {
    const ending: readonly RunOrder[] = isOpen ? [{ is: 'end-session', role }] : [];
    return withOrders(ending, loseRole({ workflow, state }, { role, why }, handled));
  }
  const nudged = { ...state, nudges: state.nudges + 1 };
  const text = nudgeText(stage);
  if (!isOpen) return giveTask(nudged, stage, text);
  return giveTurn(nudged, stage, text);
}

function loseRole({ workflow, state }: WorkflowContext, loss: Loss, handled: Handled): WorkflowAdvance {
  const scene = { workflow, state: withRole(state, loss.role, 'lost') };
  return withRecord(handled, obey(scene, loss, handled.recovery));
}

function obey(scene: WorkflowContext, loss: Loss, recovery: Handled['recovery']): WorkflowAdvance {
  if (recovery === 'degrade') return goOnWithout(scene, loss);
  if (recovery !== 'ask') return finish(scene.state, { success: false, why: loss.why });
  // One question at a time: this one comes after the answer.
  return scene.state.pending === null ? askAboutRole(scene, loss) : stay(scene.state);
}

export function askAboutRole({ workflow, state }: WorkflowContext, { role, why }: Loss): WorkflowAdvance {
  const without = canSpare(workflow, role) ? [GO_ON_WITHOUT] : [];
  return ask(state, {
    about: 'role',
    role,
    text: `${why}. How shall the run go on?`,
    options: [START_AGAIN, ...without, 'stop'],
  });
}

/** The run goes on, degraded; a stage that the role was to serve is passed by. */
export function goOnWithout({ workflow, state }: WorkflowContext, { role, why }: Loss): WorkflowAdvance {
  const warnings = [...state.warnings, `${why}; the run goes on without it`];
  const spared = withRole({ ...state, warnings }, role, 'spared');
  const stage = stageNamed(workflow, state.stage);
  if (stage?.role !== role || state.pending !== null) return stay(spared);
  return passBy({ workflow, state: spared }, stage);
}

/** Opens a role again. One whose stage it is goes on with its task; a question about its loss is settled. */
export function reviveRole({ workflow, state }: WorkflowContext, role: string): WorkflowAdvance {
  if (roleNamed(workflow, role) === undefined) return stay(state);
  const { pending } = state;
  const isSettled = pending?.about === 'role' && pending.role === role;
  const closed = { ...withRole(state, role, 'closed'), pending: isSettled ? null : pending, nudges: 0 };
  const stage = stageNamed(workflow, state.stage);
  // An answer about the stage itself gives its role the task.
  const isDue = stage?.role === role && (pending === null || pending.about === 'role');
  if (isDue) return giveTask(closed, stage);
  return { state: withRole(closed, role, 'open'), orders: [{ is: 'open-session', role }] };
}
