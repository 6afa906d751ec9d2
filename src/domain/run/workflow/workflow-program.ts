import { rolesAtWork, stageNamed, type Workflow } from '../../workflow/workflow.ts';
import { isRecovered } from '../error-handling.ts';
import type { RunFact, RunOrder, RunProgram } from '../program.ts';
import { finish } from './ending.ts';
import { enterStage, giveTask, passBy } from './enter-stage.ts';
import { askAboutRole, takeEnding, takeTurnEnd } from './lose-role.ts';
import { recoveryOf } from './recovery.ts';
import {
  isAtRest,
  ownValue,
  stay,
  type WorkflowAdvance,
  type WorkflowContext,
  type WorkflowState,
  withOrders,
} from './state.ts';
import { takeAnswer } from './take-answer.ts';
import { takeMessage } from './take-message.ts';

/** A workflow that has passed its check, as a program of runs. */
export const workflowProgram = (workflow: Workflow): RunProgram<WorkflowState> => ({
  start: (goal) => start(workflow, goal),
  advance: (state, fact) => advance(workflow, state, fact),
});

/** Everybody gets a session, and the first role its task. */
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

const EMPTY: Omit<WorkflowState, 'goal' | 'roles'> = {
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
      return takeMessage(context, fact);
    case 'turn-ended':
      return takeTurnEnd(context, fact);
    case 'session-ended':
      return takeEnding(context, fact);
    case 'deadline-passed':
      return passDeadline(context);
    case 'answered':
      return resume(workflow, takeAnswer(context, fact));
  }
}

// The clock of a run stands still while a person is asked.
function passDeadline({ workflow, state }: WorkflowContext): WorkflowAdvance {
  if (state.pending !== null) return stay(state);
  const why = 'the time of the run is used up';
  const recovery = recoveryOf(workflow, { category: 'timeout', role: null, message: why });
  const record: RunOrder = {
    is: 'record-error',
    category: 'timeout',
    role: null,
    message: why,
    recovered: isRecovered(recovery),
  };
  return withOrders([record], finish(state, { success: false, why }));
}

/** After an answer: what was lost is asked about, what was held is taken in, and somebody is at work. */
function resume(workflow: Workflow, answered: WorkflowAdvance): WorkflowAdvance {
  return [decideLosses, takeHeld, wakeRole].reduce(
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

const takeHeld = (workflow: Workflow, state: WorkflowState): WorkflowAdvance =>
  state.held.reduce(
    (so, fact) => withOrders(so.orders, advance(workflow, so.state, fact)),
    stay({ ...state, held: [] }),
  );

function wakeRole(workflow: Workflow, state: WorkflowState): WorkflowAdvance {
  const stage = stageNamed(workflow, state.stage);
  const isClosed = stage !== undefined && ownValue(state.roles, stage.role) === 'closed';
  return isClosed ? giveTask(state, stage) : stay(state);
}
