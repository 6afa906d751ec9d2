import type { MessageType } from '../../message/message-type.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import type { Advance, RunFact, RunOrder } from '../program.ts';

/** A message that counts: what was said, by whom, and in which stage. */
export type Note = Readonly<{
  id: string;
  from: string;
  type: MessageType;
  stage: string;
  body: string;
}>;

/**
 * `closed` ended well and is opened again when it is needed. `lost` must be decided about; a run goes on
 * without one that is `spared`. One that is `leaving` was told to end, and gets nothing before it has.
 */
export type RoleState = 'open' | 'closed' | 'leaving' | 'lost' | 'spared';

/**
 * Why a person is asked about a task: too many verifications, a verifier that cannot decide, an agent that is
 * lost, criteria that stay red or whose command is not there, inputs that change again and again.
 */
export type TaskAsks = 'rounds' | 'blocked' | 'lost' | 'red' | 'missing' | 'stale';

/** What a run waits for: an answer, and what to do with it. */
export type Pending = Readonly<{ question: number; text: string; options: readonly string[] }> &
  (
    | Readonly<{ about: 'stage'; stage: string | null; input: readonly Note[] }>
    | Readonly<{ about: 'limit'; stage: string; input: readonly Note[]; reviewed: readonly Note[] }>
    | Readonly<{ about: 'role'; role: string }>
    /** Of a plan: how one of its tasks goes on. */
    | Readonly<{ about: 'task'; task: string; asks: TaskAsks }>
    /** Of a design. */
    | Readonly<{ about: 'design'; asks: 'tries' | 'rounds' | 'blocked' | 'lost' | 'approval' }>
  );

/** All that a run of a workflow remembers. Can be written as JSON and read again. */
export type WorkflowState = Readonly<{
  goal: string;
  stage: string;
  /** How many times a stage was entered, counted over the whole run. */
  round: number;
  /** The same, by stage. */
  visits: Readonly<Record<string, number>>;
  /** Rounds beyond the limit that a person allowed. */
  extraRounds: number;
  /** The messages that led to the stage. */
  input: readonly Note[];
  /** What the stage's role has said in this round. */
  gathered: readonly Note[];
  /** What the last review found, in words. */
  feedback: string;
  /** What a person said about this round. */
  answer: string | null;
  nudges: number;
  roles: Readonly<Record<string, RoleState>>;
  stageCount: number;
  /** Stages that are behind us, in their order. */
  passed: readonly string[];
  /** Ids of messages that a review approved, by the stage that they come from. */
  approved: Readonly<Record<string, readonly string[]>>;
  /** Ids of reviews that moved the run; what is said out of turn judges nothing. */
  judged?: readonly string[];
  /** Ids of messages that went on without a review. */
  unreviewed: readonly string[];
  /** Not empty: the run is degraded. */
  warnings: readonly string[];
  /** Every message that was taken in. */
  seen: readonly string[];
  /** How many questions were asked. */
  questions: number;
  pending: Pending | null;
  /** What happened while a person was asked; taken in after the answer. */
  held: readonly RunFact[];
  ended: Readonly<{ success: boolean; why: string }> | null;
}>;

/** One workflow and where its run is: what every move of the program works on. */
export type WorkflowContext = Readonly<{ workflow: Workflow; state: WorkflowState }>;
export type WorkflowAdvance = Advance<WorkflowState>;

export const isAtRest = ({ pending, ended }: WorkflowState): boolean => pending !== null || ended !== null;

export const withRole = <S extends WorkflowState>(state: S, role: string, is: RoleState): S => ({
  ...state,
  roles: { ...state.roles, [role]: is },
});

export const stay = (state: WorkflowState): WorkflowAdvance => ({ state, orders: [] });

export const withOrders = (orders: readonly RunOrder[], next: WorkflowAdvance): WorkflowAdvance => ({
  state: next.state,
  orders: [...orders, ...next.orders],
});

// Names come from files, and "constructor" is one that every object seems to have.
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** Its session was told to end: another one is opened only after that. */
export const isLeaving = ({ roles }: Pick<WorkflowState, 'roles'>, role: string): boolean =>
  ownValue(roles, role) === 'leaving';

export const isDegraded = ({ warnings }: WorkflowState): boolean => warnings.length > 0;

/** Ids of all messages that count for the result. */
export const approvedIds = ({ approved }: WorkflowState): readonly string[] => Object.values(approved).flat();

const WHOLE = 100;

/** In percent. Falls only when a stage is entered again. */
export function progressOf({ ended, passed, stageCount }: WorkflowState): number {
  if (ended?.success) return WHOLE;
  return stageCount === 0 ? 0 : Math.min(WHOLE - 1, Math.floor((WHOLE * passed.length) / stageCount));
}
