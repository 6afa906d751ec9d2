import type { MessageType, ReviewFinding, Verdict } from '../message/message-type.ts';
import type { Resolver } from '../note/note.ts';
import type { Plan } from '../plan/plan.ts';
import type { CriterionResult, SeenOutput, TaskOutput, TaskRound, ToldNote } from '../plan/verification.ts';
import type { VersionEvent } from '../plan/version/plan-version.ts';
import type { SessionEnding } from '../session/session.ts';
import type { ErrorRecord } from './error-handling.ts';
import type { PlanFact } from './plan/plan-fact.ts';

/** Something that happened, as far as a run is concerned. */
export type RunFact =
  | MessageFact
  /** The role handed control back. `round` is that of the turn. */
  | Readonly<{ is: 'turn-ended'; role: string; round: number }>
  /** For good: its own retries are used up. */
  | Readonly<{
      is: 'session-ended';
      role: string;
      ending: SessionEnding;
      reason: string;
      /** It fell silent, or took too long. */
      isTimeout?: boolean;
    }>
  /** The role is wanted again; the end of its last session counts no more. */
  | Readonly<{ is: 'role-wanted'; role: string }>
  | Submitted
  | CriteriaFact
  | Readonly<{ is: 'deadline-passed' }>
  /** A round of the run failed. `isPassing`: a later one may succeed. */
  | Readonly<{ is: 'faulted'; message: string; isPassing: boolean }>
  /** `question` is the number that the question was asked with. */
  | Readonly<{ is: 'answered'; question: number; answer: string }>
  /** A person wants a task of a plan done again. */
  | Readonly<{ is: 'task-retried'; task: string; why: string }>
  | PlanFact;

/** A role handed in a version of the plan. */
export type Submitted = Readonly<{
  is: 'submitted';
  role: string;
  version: number;
  isSound: boolean;
  isLarge: boolean;
  /** What the checker found, in words. */
  told: string;
  /** The version as the verifier reads it, and as the person does. */
  drawing: string;
  approval: string;
}>;

export type MessageFact = Readonly<{
  is: 'message';
  id: string;
  /** A role, or the id of a sender that has none. */
  from: string;
  to: string | null;
  type: MessageType;
  /** Of a review. */
  verdict: Verdict | null;
  findings: readonly ReviewFinding[];
  /** Of a review: its words without verdict and findings. Facts of an earlier version lack it. */
  summary?: string;
  body: string;
  /** The round of the sender's turn, where it is known. */
  round: number | null;
}>;

/** Of a plan: what Swarm saw of a task that was handed over. */
export type CriteriaFact = Readonly<{
  is: 'criteria-run';
  task: string;
  /** Of the order that it answers. */
  number: number;
  /** The commit that was looked at; null when the role has no branch. */
  commit: string | null;
  results: readonly CriterionResult[];
  /** Its files, and those of tasks of the same role that were verified before. */
  outputs: readonly SeenOutput[];
  notes: readonly ToldNote[];
}>;

/** What a turn brings along for the session that takes it. */
export type TurnTerms = Readonly<{
  /** How long it may take; null for the project's own. */
  limitMs: number | null;
  /** It begins a task, which may crash so often; null for the project's own. Undefined: it begins none. */
  retries?: number | null;
}>;

type GivenTurn = Readonly<{ role: string; text: string; stage: string; round: number }> &
  Readonly<{
    terms?: TurnTerms;
    /** Its throw-away workspace is made anew at this commit before the turn is handed over. */
    checkout?: string;
  }>;

/** A row that is to be written in the transaction that takes the fact in. */
export type RunOrder =
  | Readonly<{ is: 'set-deadline'; afterMs: number | null }>
  | Readonly<{ is: 'open-session'; role: string }>
  | (Readonly<{ is: 'give-turn' }> & GivenTurn)
  /** Of a plan: Swarm looks at the work of a task, and runs the commands of its criteria. */
  | Readonly<{ is: 'run-criteria'; task: string; number: number }>
  | (Readonly<{ is: 'record-round' }> & Omit<TaskRound, 'runId' | 'at'>)
  | (Readonly<{ is: 'record-output' }> & Omit<TaskOutput, 'runId' | 'verifiedAt'>)
  | Readonly<{ is: 'deliver'; to: string; messageId: string }>
  /** `approves`: the version of the plan that the answer decides about. */
  | Readonly<{
      is: 'ask';
      question: number;
      text: string;
      options: readonly string[];
      approves?: number;
    }>
  /** A version of the plan that the run designs. */
  | Readonly<{ is: 'step-version'; version: number; event: VersionEvent; why: string }>
  /** About a note of an agent of a plan. */
  | Readonly<{ is: 'ask-about-note'; question: number; noteId: string; text: string }>
  | Readonly<{ is: 'resolve-note'; noteId: string; resolution: string; by: Resolver }>
  /** The run goes on with this version of its plan. */
  | Readonly<{ is: 'replace-plan'; plan: Plan }>
  /** `isTimeout`: it is killed, because the time is used up. */
  | Readonly<{ is: 'end-session'; role: string; isTimeout?: boolean }>
  | (Readonly<{ is: 'record-error' }> & ErrorRecord)
  | Readonly<{ is: 'finish'; success: boolean; why: string }>;

/** What follows: the next state, and the rows that go with it. */
export type Advance<S> = Readonly<{ state: S; orders: readonly RunOrder[] }>;

/** A run without a clock, without chance and without an outside: the same facts lead to the same state. */
export type RunProgram<S> = Readonly<{
  start(goal: string): Advance<S>;
  advance(state: S, fact: RunFact): Advance<S>;
}>;
