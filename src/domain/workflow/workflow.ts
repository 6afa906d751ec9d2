import { MESSAGE_TYPES, type MessageType, VERDICTS, type Verdict } from '../message/message-type.ts';

/** The effect of a lost role on a run: it fails, or a person is asked. */
export type FailureStrategy = 'fail' | 'ask';

/** Types that only inform: they never move a run. */
export type QuietType = 'question' | 'status';

/** A type of message, or a review with one verdict, that moves a run. */
export type Trigger = Exclude<MessageType, QuietType> | `review.${Verdict}`;

const QUIET: ReadonlySet<string> = new Set<QuietType>(['question', 'status']);

export const TRIGGERS = [
  ...MESSAGE_TYPES.filter((type) => !QUIET.has(type)),
  ...VERDICTS.map((verdict) => `review.${verdict}` as const),
] as readonly Trigger[];

export type Move =
  | Readonly<{ is: 'go'; stage: string }>
  | Readonly<{ is: 'finish' }>
  /** A person is asked; the answer goes to the stage, or back to the one that asked. */
  | Readonly<{ is: 'ask'; text: string; stage: string | null }>;

export type Transition = Readonly<{ on: Trigger; move: Move }>;

/** One step of a workflow: a role is given a task, and what it says decides where the run goes. */
export type Stage = Readonly<{ name: string; role: string; task: string; on: readonly Transition[] }>;

export type Role = Readonly<{
  name: string;
  persona: string;
  /** Works in a git worktree of its own. */
  hasWorkspace: boolean;
  /** A run goes on without it when it is lost. */
  isOptional: boolean;
  /** Its worktree is on no branch, made anew for each task, and nothing of it is kept. */
  isThrowAway?: boolean;
}>;

/** Roles, stages and what leads from one to the next. Roles and stages are in the order of their file. */
export type Workflow = Readonly<{
  name: string;
  description: string;
  /** The stage that a run begins with. */
  entry: string;
  /** How often one stage may be entered in one run; null where the graph has no cycle. */
  iterations: number | null;
  /** Of the whole run; null for the project's default. */
  timeoutMs: number | null;
  failure: FailureStrategy;
  roles: readonly Role[];
  stages: readonly Stage[];
}>;

export const stageNamed = (workflow: Workflow, name: string): Stage | undefined =>
  workflow.stages.find((stage) => stage.name === name);

export const roleNamed = (workflow: Workflow, name: string): Role | undefined =>
  workflow.roles.find((role) => role.name === name);

/** Roles that a stage needs. */
export const rolesAtWork = ({ roles, stages }: Workflow): readonly Role[] =>
  roles.filter(({ name }) => stages.some(({ role }) => role === name));

/** Where a move leads, if to a stage. */
export const nextStageOf = (move: Move): string | null => (move.is === 'finish' ? null : move.stage);
