import { wayPast } from '../../workflow/graph.ts';
import { roleNamed, type Stage, stageNamed, type Workflow } from '../../workflow/workflow.ts';
import type { RunOrder } from '../program.ts';
import { ask, finish } from './ending.ts';
import { failUnlessRecovered, handleError, withRecord } from './handle-error.ts';
import {
  type Note,
  ownValue,
  stay,
  type WorkflowAdvance,
  type WorkflowContext,
  type WorkflowState,
  withRole,
} from './state.ts';
import { taskText } from './words.ts';

export const LIMIT_OPTIONS = ['one more round', 'accept as it is', 'stop'] as const;

export type Arrival = Readonly<{
  stage: string;
  input: readonly Note[];
  /** What the review that leads here had seen. */
  reviewed: readonly Note[];
  /** What a person said, if that is why. */
  answer: string | null;
}>;

/** Makes a stage the current one, and gives its role the task. */
export function enterStage({ workflow, state }: WorkflowContext, arrival: Arrival): WorkflowAdvance {
  const stage = stageNamed(workflow, arrival.stage);
  if (stage === undefined) {
    const message = `there is no stage "${arrival.stage}"`;
    return failUnlessRecovered({ workflow, state }, { cause: 'dead-end', role: null, message });
  }
  if (visitsOf(state, stage) >= limitOf(workflow, state)) return reachLimit({ workflow, state }, arrival);
  const entered = arrive(state, stage, arrival);
  switch (ownValue(entered.roles, stage.role)) {
    case 'spared':
      return passBy({ workflow, state: entered }, stage);
    // A person is about to be asked, and the answer says how it goes on.
    case 'lost':
      return stay(entered);
    default:
      return giveTask(entered, stage);
  }
}

const visitsOf = ({ visits }: WorkflowState, { name }: Stage): number => ownValue(visits, name) ?? 0;

const limitOf = ({ iterations }: Workflow, { extraRounds }: WorkflowState): number =>
  iterations === null ? 1 : iterations + extraRounds;

function arrive(state: WorkflowState, stage: Stage, { input, answer }: Arrival): WorkflowState {
  return {
    ...state,
    stage: stage.name,
    round: state.round + 1,
    visits: { ...state.visits, [stage.name]: visitsOf(state, stage) + 1 },
    input,
    gathered: [],
    answer,
    nudges: 0,
    passed: passedBefore(state, stage.name),
  };
}

function passedBefore({ passed }: WorkflowState, stage: string): readonly string[] {
  const again = passed.indexOf(stage);
  return again < 0 ? passed : passed.slice(0, again);
}

/** Gives the role of the current stage its task, and a session if it has none. */
export function giveTask(state: WorkflowState, stage: Stage, more: string | null = null): WorkflowAdvance {
  const { role, name } = stage;
  const isOpen = ownValue(state.roles, role) === 'open';
  const opening: RunOrder[] = isOpen ? [] : [{ is: 'open-session', role }];
  const text = [taskText(stage, state), state.answer, more].filter((part) => part !== null).join('\n\n');
  return {
    state: withRole(state, role, 'open'),
    orders: [...opening, { is: 'give-turn', role, text, stage: name, round: state.round }],
  };
}

/** Gives the role of the current stage, which has its task, some more words. */
export const giveTurn = (state: WorkflowState, { role, name }: Stage, text: string): WorkflowAdvance => ({
  state,
  orders: [{ is: 'give-turn', role, text, stage: name, round: state.round }],
});

export const markPassed = (state: WorkflowState): WorkflowState => ({
  ...state,
  passed: state.passed.includes(state.stage) ? state.passed : [...state.passed, state.stage],
});

/** Goes on without the role of the current stage. What came here goes on unreviewed. */
export function passBy({ workflow, state }: WorkflowContext, stage: Stage): WorkflowAdvance {
  const way = wayPast(workflow, stage);
  if (way === undefined) {
    const message = `without ${stage.role}, no way leads past "${stage.name}"`;
    return failUnlessRecovered({ workflow, state }, { cause: 'dead-end', role: null, message });
  }
  const unreviewed = [...state.input, ...state.gathered].map(({ id }) => id);
  const passed = markPassed({ ...state, unreviewed: union(state.unreviewed, unreviewed) });
  if (way.move.is !== 'go') {
    return finish(passed, { success: true, why: `finished without ${stage.role}` });
  }
  const input = [...state.input, ...state.gathered];
  return enterStage(
    { workflow, state: passed },
    { stage: way.move.stage, input, reviewed: [], answer: null },
  );
}

export const union = (some: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...some, ...more]),
];

/** Whether a run could go on without the role. */
export const canSpare = (workflow: Workflow, role: string): boolean =>
  roleNamed(workflow, role) !== undefined &&
  workflow.stages.every((stage) => stage.role !== role || wayPast(workflow, stage) !== undefined);

function reachLimit(
  { workflow, state: before }: WorkflowContext,
  { stage, input, reviewed }: Arrival,
): WorkflowAdvance {
  // It was sent back, so the stages from there on are not behind it.
  const state = { ...before, passed: passedBefore(before, stage) };
  const count = ownValue(state.visits, stage) ?? 0;
  const why = `"${stage}" was entered ${count} times, which is the limit`;
  const error = { cause: 'limit-reached', role: null, message: why } as const;
  const handled = handleError({ workflow, state }, error);
  if (handled.recovery !== 'ask') return withRecord(handled, finish(state, { success: false, why }));
  const question = ask(state, {
    about: 'limit',
    stage,
    input,
    reviewed,
    text: `${why}. How shall the run go on?${state.feedback === '' ? '' : `\n${state.feedback}`}`,
    options: LIMIT_OPTIONS,
  });
  return withRecord(handled, question);
}
