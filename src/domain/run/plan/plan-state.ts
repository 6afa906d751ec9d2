import { doersOf, type Plan, type PlanTask } from '../../plan/plan.ts';
import type { CriterionResult, SeenOutput, ToldNote } from '../../plan/verification.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import type { RunOrder } from '../program.ts';
import type { Pending, WorkflowState } from '../workflow/state.ts';
import type { Escalation } from './escalation/escalation.ts';

/** Where a task is, in the words of `shared_status.json`. */
export type TaskStatus =
  /** Not started, waiting for dependencies. */
  | 'pending'
  | 'working'
  /** Its agent goes through what it assumed, before it may call the task done. */
  | 'completion_drive_review'
  | 'ready_for_verification'
  | 'verified'
  /** A person is asked about it. */
  | 'blocked';

/** What a task was handed over with, and what Swarm saw of it. */
export type Submission = Readonly<{
  /** From 1, within its task. */
  number: number;
  /** Swarm still looks at it. */
  isChecking: boolean;
  commit: string | null;
  results: readonly CriterionResult[];
  outputs: readonly SeenOutput[];
  notes: readonly ToldNote[];
}>;

/** A file that a task wrote, as it was verified last. */
export type KnownOutput = Readonly<{ path: string; hash: string; version: number }>;

/** A file that a task builds on and that is another one since. */
type ChangedFile = Readonly<{ task: string; path: string; version: number }>;

/** What a task builds on and that changed: a file, or what was decided since about a note of another task. */
export type ChangedInput = ChangedFile | Readonly<{ task: string; decision: string }>;

export const isChangedFile = (input: ChangedInput): input is ChangedFile => 'path' in input;

export type TaskProgress = Readonly<{
  status: TaskStatus;
  /** The round of the turn that was given for it; null while it has to wait for one. */
  round: number | null;
  /** The round of its first turn; null before it began. */
  firstRound: number | null;
  /** How often it was verified since it was begun, or since it was verified last. */
  rounds: number;
  /** The same, over the whole run. */
  judged: number;
  submission: Submission | null;
  /** How often its criteria were red in a row. */
  reds: number;
  /** When it came to wait for its verifier: first come, first served. */
  arrival: number;
  outputs: readonly KnownOutput[];
  /** What changed under it, and was not told to its agent or its verifier yet. Not empty: it is stale. */
  changed: readonly ChangedInput[];
  /** What its verifier has to confirm it with. Not empty: it is stale. */
  confirming: readonly ChangedInput[];
  /** How often it went stale. */
  stales: number;
  /** Rounds beyond the limit that a person allowed. */
  extraRounds: number;
  nudges: number;
  /** The rounds of all turns that were given for it. */
  given: readonly number[];
  /** The message that it was handed over with. */
  result: Readonly<{ id: string; body: string }> | null;
  feedback: string;
  /** What it was before a person was asked. */
  before: TaskStatus;
  /** What its agent has to know beside the instructions; the next turn brings it. */
  remarks: readonly string[];
}>;

/** A new version of the plan on its way: it is verified while it has a round, then a person is asked. */
export type PlanChange = Readonly<{
  plan: Plan;
  by: 'architect' | 'person';
  round: number | null;
  nudges: number;
  question: number | null;
}>;

type TaskPending = Extract<Pending, { about: 'task' }>;
export type TaskQuestion = Omit<TaskPending, 'question'>;

/** All that a run of a plan remembers, in the shape that runs have in common. */
export type PlanState = WorkflowState &
  Readonly<{
    tasks: Readonly<Record<string, TaskProgress>>;
    /** What is to be asked after the question that is open. */
    asks: readonly TaskQuestion[];
    /** Blocked tasks that wait for the architect or through it, in the order in which they came. */
    escalations: readonly Escalation[];
    /** Tasks that the run has opened itself, for the solution architect. */
    opened: readonly string[];
    /** A new version of the plan that is not in force yet. */
    change: PlanChange | null;
    /** Started with --yes: changes need no consent. */
    isUnattended: boolean;
    /** How many tasks have come to wait for a verifier. */
    arrivals: number;
  }>;

/** A plan, and the agent CLI that was asked for. Stages are its tasks, for those who only look. */
export type PlanDefinition = Workflow &
  Readonly<{
    plan: Plan;
    cli: string | null;
    isUnattended: boolean;
    /** Verifications of one task until a person is asked. */
    rounds: number;
    /** The plan that the run began with, where it goes on with another; null while it is the same. */
    first: Plan | null;
  }>;

/** A run of a plan in the middle of a move: where it is, and what was ordered so far. */
export type PlanMove = Readonly<{
  plan: Plan;
  /** Verifications of one task until a person is asked. */
  roundsMost: number;
  state: PlanState;
  orders: readonly RunOrder[];
}>;

const FRESH: TaskProgress = {
  status: 'pending',
  round: null,
  firstRound: null,
  rounds: 0,
  judged: 0,
  submission: null,
  reds: 0,
  arrival: 0,
  outputs: [],
  changed: [],
  confirming: [],
  stales: 0,
  extraRounds: 0,
  nudges: 0,
  given: [],
  result: null,
  feedback: '',
  before: 'pending',
  remarks: [],
};

/** Looked up for all tasks after every fact, so each is put together once. */
const completed = new WeakMap<object, TaskProgress>();

export function progressOfTask({ tasks }: PlanState, { id }: Pick<PlanTask, 'id'>): TaskProgress {
  const kept = Object.hasOwn(tasks, id) ? tasks[id] : undefined;
  if (kept === undefined) return FRESH;
  // A run that an older Swarm began remembers less of a task.
  const known = completed.get(kept) ?? { ...FRESH, ...kept };
  completed.set(kept, known);
  return known;
}

export const isStale = ({ changed, confirming }: TaskProgress): boolean =>
  changed.length > 0 || confirming.length > 0;

export const withTask = (move: PlanMove, { id }: PlanTask, change: Partial<TaskProgress>): PlanMove => {
  const { state } = move;
  const task = { ...progressOfTask(state, { id }), ...change };
  return { ...move, state: { ...state, tasks: { ...state.tasks, [id]: task } } };
};

export const ordering = (move: PlanMove, ...orders: readonly RunOrder[]): PlanMove => ({
  ...move,
  orders: [...move.orders, ...orders],
});

/** Verifications of one task until a person is asked, where nothing else is set. */
const ROUNDS_MOST = 3;

/** One that only verifies keeps nothing: its workspace is a throw-away checkout of what it verifies. */
export const keepsNothing = (plan: Plan, role: string): boolean => !doersOf(plan).includes(role);

/** Runs of plans show themselves as runs of workflows do. */
type RunWish = Partial<Pick<PlanDefinition, 'cli' | 'isUnattended' | 'rounds'>>;

export const definePlan = (
  plan: Plan,
  { cli = null, isUnattended = false, rounds = ROUNDS_MOST }: RunWish = {},
): PlanDefinition => ({
  name: plan.name,
  description: plan.goal,
  entry: plan.tasks[0]?.id ?? '',
  iterations: null,
  timeoutMs: plan.timeoutMs,
  failure: 'ask',
  roles: plan.agents.map(({ role, persona }) => ({
    name: role,
    persona,
    hasWorkspace: true,
    isOptional: false,
    isThrowAway: keepsNothing(plan, role),
  })),
  stages: plan.tasks.map(({ id, role, instructions }) => ({ name: id, role, task: instructions, on: [] })),
  plan,
  cli,
  isUnattended,
  rounds,
  first: null,
});

/** The run goes on with another version of its plan. */
export const replaceDefinition = (before: PlanDefinition, plan: Plan): PlanDefinition => ({
  ...definePlan(plan, before),
  first: before.first ?? before.plan,
});

/** As it was when the run began. */
export const firstDefinition = (definition: PlanDefinition): PlanDefinition =>
  definePlan(definition.first ?? definition.plan, definition);
