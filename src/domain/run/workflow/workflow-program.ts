import { rolesAtWork, stageNamed, type Workflow } from '../../workflow/workflow.ts';
import type { RunFact, RunOrder, RunProgram } from '../program.ts';
import { killRoles } from '../time-used-up.ts';
import { applyAnswer } from './apply-answer.ts';
import { applyMessage } from './apply-message.ts';
import { enterStage, giveTask, passBy } from './enter-stage.ts';
import { failUnlessRecovered } from './handle-error.ts';
import { applySessionEnd, applyTurnEnd, askAboutRole, reviveRole } from './lose-role.ts';
import {
  isAtRest,
  ownValue,
  stay,
  type WorkflowAdvance,
  type WorkflowContext,
  type WorkflowState,
  withOrders,
} from './state.ts';

/** A workflow that has passed its check, as a program of runs. */
export const workflowProgram = (workflow: Workflow): RunProgram<WorkflowState> => ({
  start: (goal) => start(workflow, goal),
  advance: (state, fact) => advance(workflow, state, fact),
});

/** Every role gets a session, and the first one its task. */
export function start(workflow: Workflow, goal: string): WorkflowAdvance {
  const roles = rolesAtWork(workflow).map(({ name }) => name);
  const opening = roles.map((role): RunOrder => ({ is: 'open-session', role }));
  const state = { ...EMPTY, goal, roles: Object.fromEntries(roles.map((role) => [role, 'open' as const])) };
  return withOrders(
    [{ is: 'set-deadline', afterMs: workflow.timeoutMs }, ...opening],
    enterStage(
      { workflow, state: { ...state, stageCount: workflow.stages.length } },
      { stage: workflow.entry, input: [], reviewed: [], answer: null },
    ),
  );
}

/** Where every run begins. */
export const EMPTY: Omit<WorkflowState, 'goal' | 'roles'> = {
  stage: '',
  round: 0,
  visits: {},
  extraRounds: 0,
  input: [],
  gathered: [],
  feedback: '',
  answer: null,
  nudges: 0,
  stageCount: 0,
  passed: [],
  approved: {},
  judged: [],
  unreviewed: [],
  warnings: [],
  seen: [],
  questions: 0,
  pending: null,
  held: [],
  ended: null,
};

/** One fact further. A run that is over stays as it is, whatever happens. */
export function advance(workflow: Workflow, state: WorkflowState, fact: RunFact): WorkflowAdvance {
  if (state.ended !== null) return stay(state);
  const context = { workflow, state };
  switch (fact.is) {
    case 'message':
      return applyMessage(context, fact);
    case 'turn-ended':
      return applyTurnEnd(context, fact);
    case 'session-ended':
      return applySessionEnd(context, fact);
    case 'role-wanted':
      return resume(workflow, reviveRole(context, fact.role));
    case 'deadline-passed':
      return passDeadline(context);
    case 'faulted':
      return failUnlessRecovered(context, { cause: 'fault', role: null, message: fact.message }, fact);
    // Only designs wait for the one, and only plans order the other.
    case 'submitted':
    case 'criteria-run':
      return stay(state);
    case 'answered':
      return resume(workflow, applyAnswer(context, fact));
    // Only plans know these.
    case 'task-retried':
    case 'notes-escalated':
    case 'note-routed':
    case 'note-answered':
    case 'note-told':
    case 'plan-proposed':
    case 'plan-changed':
      return stay(state);
  }
}

// The clock of a run stands still while a person is asked.
function passDeadline({ workflow, state }: WorkflowContext): WorkflowAdvance {
  if (state.pending !== null) return stay(state);
  const why = 'the time of the run is used up';
  const error = { cause: 'time-used-up', role: null, message: why } as const;
  return killRoles(failUnlessRecovered({ workflow, state }, error));
}

/** After an answer: what was lost is asked about, what was held is applied, and a role is at work. */
function resume(workflow: Workflow, answered: WorkflowAdvance): WorkflowAdvance {
  return [decideLosses, applyHeld, wakeRole].reduce(
    (so, step) => (isAtRest(so.state) ? so : withOrders(so.orders, step(workflow, so.state))),
    answered,
  );
}

function decideLosses(workflow: Workflow, state: WorkflowState): WorkflowAdvance {
  const [role] = Object.keys(state.roles).filter((name) => state.roles[name] === 'lost');
  if (role !== undefined) return askAboutRole({ workflow, state }, { role, why: `${role} is lost` });
  const stage = stageNamed(workflow, state.stage);
  const isSpared = stage !== undefined && ownValue(state.roles, stage.role) === 'spared';
  return isSpared ? passBy({ workflow, state }, stage) : stay(state);
}

const applyHeld = (workflow: Workflow, state: WorkflowState): WorkflowAdvance =>
  state.held.reduce(
    (so, fact) => withOrders(so.orders, advance(workflow, so.state, fact)),
    stay({ ...state, held: [] }),
  );

function wakeRole(workflow: Workflow, state: WorkflowState): WorkflowAdvance {
  const stage = stageNamed(workflow, state.stage);
  const isClosed = stage !== undefined && ownValue(state.roles, stage.role) === 'closed';
  return isClosed ? giveTask(state, stage) : stay(state);
}
