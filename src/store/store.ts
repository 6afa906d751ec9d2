import type { Attempt } from '../domain/attempt/attempt.ts';
import type { Account, Amount, Limits } from '../domain/budget/account.ts';
import type { HostClock } from '../domain/clock/host-clock.ts';
import type { JournalEntry, JournalNote } from '../domain/journal/journal.ts';
import type { Loop, LoopStep } from '../domain/loop/loop.ts';
import type { Delivery, InboxEntry, InboxTally, Message } from '../domain/message/message.ts';
import type { Note, NoteStep } from '../domain/note/note.ts';
import type {
  Channel,
  Notification,
  NotificationState,
  NotificationStep,
} from '../domain/notification/notification.ts';
import type { Participant, ParticipantState, ParticipantStep } from '../domain/participant/participant.ts';
import type { Pause, PauseStep } from '../domain/pause/pause.ts';
import type { TaskCheck, TaskOutput, TaskRound } from '../domain/plan/verification.ts';
import type { PlanVersion, VersionStep } from '../domain/plan/version/plan-version.ts';
import type { Question, QuestionStep } from '../domain/question/question.ts';
import type { QuestionState } from '../domain/question/question-kind.ts';
import type { WorkItem, WorkState, WorkStep } from '../domain/queue/work-item.ts';
import type { Reservation, ReservationState, ReservationStep } from '../domain/reservation/reservation.ts';
import type { KeptFact, RecordedError, RunMemory } from '../domain/run/memory.ts';
import type { Run, RunState, RunStep } from '../domain/run/run.ts';
import type { Schedule, ScheduleStep } from '../domain/schedule/schedule.ts';
import type { LiveSession } from '../domain/session/live-session.ts';
import type { Quota } from '../domain/session/quota.ts';
import type { Session, SessionState, SessionStep } from '../domain/session/session.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Turn, TurnStep } from '../domain/turn/turn.ts';
import type { UsageBy, UsageSum } from '../domain/usage/usage.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { CommitResult } from './commit-result.ts';
import type { MailReads, MailWrite } from './mail-rows.ts';
import type { RaceReads, RaceWrite } from './race-rows.ts';
import type { SearchReads } from './search-rows.ts';

/** One row to be written. All writes of a commit happen together or not at all. */
export type Write =
  /**
   * Refused when as many sessions as `limit` already hold a slot, not counting those of this commit, and
   * while the project is paused.
   */
  | { kind: 'take-slot'; limit: number }
  | { kind: 'add-session'; session: Session; spec: SessionSpec; journal: JournalNote }
  /** Guarded by the version that the step started from. */
  | { kind: 'step-session'; step: SessionStep; journal: JournalNote }
  /**
   * Guarded by version, which it raises: a writer that decided without knowing what this commit adds must
   * decide again.
   */
  | { kind: 'touch-session'; session: Session }
  /** Guarded by version; leaves the state alone. `null` brings the session back from the archive. */
  | { kind: 'archive-session'; session: Session; archivedAt: number | null; journal: JournalNote }
  | { kind: 'add-turn'; turn: Turn; journal: JournalNote }
  /** Guarded by state and attempt. */
  | { kind: 'step-turn'; step: TurnStep; journal: JournalNote }
  | { kind: 'add-attempt'; attempt: Attempt; journal: JournalNote }
  /** Guarded by the cursor that the facts were read from. Observations are not journalled. */
  | { kind: 'save-attempt'; from: Attempt; to: Attempt }
  | { kind: 'add-question'; question: Question; journal: JournalNote }
  /** Guarded by state. */
  | { kind: 'step-question'; step: QuestionStep; journal: JournalNote }
  | { kind: 'add-completion-note'; note: Note; journal: JournalNote }
  /** Guarded by version and state. */
  | { kind: 'step-completion-note'; step: NoteStep; journal: JournalNote }
  | { kind: 'add-plan-version'; added: PlanVersion; journal: JournalNote }
  /** Guarded by version and state. */
  | { kind: 'step-plan-version'; step: VersionStep; journal: JournalNote }
  | { kind: 'add-notification'; notification: Notification; journal: JournalNote }
  /** Guarded by state, tries and due time. */
  | { kind: 'step-notification'; step: NotificationStep; journal: JournalNote }
  | { kind: 'add-message'; message: Message; journal: JournalNote }
  /** Guarded by `deadLetter`, the reason it was not routed. */
  | { kind: 'save-message'; from: Message; to: Message; journal: JournalNote }
  /** Twice is once. */
  | { kind: 'add-delivery'; delivery: Delivery; journal: JournalNote }
  | MailWrite
  | { kind: 'add-run'; run: Run; memory: RunMemory; journal: JournalNote }
  /** Guarded by version. `memory` is what the program remembers from now on; null leaves it as it is. */
  | {
      kind: 'step-run';
      step: RunStep;
      memory: RunMemory['state'] | null;
      /** Where the run goes on with another version of its plan. */
      definition?: RunMemory['definition'];
      journal: JournalNote;
    }
  | { kind: 'add-run-error'; error: RecordedError; journal: JournalNote }
  | { kind: 'add-task-check'; check: TaskCheck; journal: JournalNote }
  /** Guarded by its end: it ends once. */
  | { kind: 'step-task-check'; from: TaskCheck; to: TaskCheck; journal: JournalNote }
  | { kind: 'add-task-round'; round: TaskRound; journal: JournalNote }
  | { kind: 'add-task-output'; output: TaskOutput; journal: JournalNote }
  /** What the program was told with the step before it. The step has the journal line. */
  | { kind: 'add-run-fact'; kept: KeptFact }
  /** Marks an asking file as taken in; a second commit with the same key is a duplicate. */
  | { kind: 'add-intake'; key: string; at: number; answer: string }
  | { kind: 'add-workspace'; workspace: Workspace; journal: JournalNote }
  /** Guarded by version. */
  | { kind: 'save-workspace'; from: Workspace; to: Workspace; journal: JournalNote }
  /**
   * Reserves an amount for a turn. Refused when it does not fit beside what is spent and reserved, within the
   * limits and what a person added to them.
   */
  | { kind: 'reserve-account'; account: string; amount: Amount; limits: Limits }
  /** What was spent, and what was set aside for it and is not needed any more. */
  | { kind: 'charge-account'; account: string; spent: Amount; released: Amount }
  /** Adds to the limits. A person who was told that they are near is told again. */
  | { kind: 'raise-account'; account: string; amount: Amount; sessionId: string; journal: JournalNote }
  /** Refused as stale when it was told before. */
  | { kind: 'warn-account'; account: string; sessionId: string; journal: JournalNote }
  /** Counts one more of what a session may add only so often. Refused at its limit. */
  | { kind: 'use-quota'; sessionId: string; quota: Quota; limit: number }
  | { kind: 'add-work'; work: WorkItem; journal: JournalNote }
  /** Guarded by version, fence and state. */
  | { kind: 'step-work'; step: WorkStep; journal: JournalNote }
  /** Claims the first that is ready, in the same transaction; the result says which one it was. */
  | { kind: 'claim-next'; claim: WorkClaim; filter: WorkFilter; journal: JournalNote }
  | { kind: 'add-loop'; loop: Loop; journal: JournalNote }
  /** Guarded by version and state. */
  | { kind: 'step-loop'; step: LoopStep; journal: JournalNote }
  | RaceWrite
  | { kind: 'add-schedule'; schedule: Schedule; journal: JournalNote }
  /** Guarded by version and state. */
  | { kind: 'step-schedule'; step: ScheduleStep; journal: JournalNote }
  /** Refused as a duplicate while another holds. */
  | { kind: 'add-pause'; pause: Pause; journal: JournalNote }
  /** Guarded by its end. */
  | { kind: 'end-pause'; step: PauseStep; journal: JournalNote }
  | { kind: 'add-participant'; participant: Participant; journal: JournalNote }
  /** Guarded by version, state and its last act. */
  | { kind: 'step-participant'; step: ParticipantStep; journal: JournalNote }
  /** An act of a participant. Refused as stale when it has ended. Not journalled. */
  | { kind: 'see-participant'; participantId: string; at: number }
  /** A duplicate where another one was added since the list was read. */
  | { kind: 'add-reservation'; reservation: Reservation; journal: JournalNote }
  /** Guarded by version and state. */
  | { kind: 'step-reservation'; step: ReservationStep; journal: JournalNote }
  /** Guarded by version; null where the host has none yet. */
  | { kind: 'save-clock'; from: HostClock | null; to: HostClock }
  /**
   * Moves every time of this host that a clock counts from by so much, and by `leaseMs` every lease that had
   * not run out at `before`.
   */
  | {
      kind: 'skip-time';
      hostId: string;
      ms: number;
      leaseMs: number;
      before: number;
      journal: JournalNote;
    }
  /**
   * The project lies elsewhere now: paths of its workspaces and working folders on this host follow. Raises
   * the versions of the rows that it changes.
   */
  | { kind: 'move-paths'; from: string; to: string; hostId: string; journal: JournalNote }
  /** A line of the record that changes no row. */
  | { kind: 'add-note'; sessionId: string | null; runId?: string; event: string; journal: JournalNote };

export type SessionFilter = Readonly<{
  states?: readonly SessionState[];
  persona?: string;
  tag?: string;
  runId?: string;
  workId?: string;
  /** Created at or after, and before. */
  since?: number;
  until?: number;
  archived?: boolean;
}>;

export type NamedBy = 'prefix' | 'suffix' | 'persona' | 'title';
export type NamedSession = Readonly<{ id: string; title: string }>;

export type SessionPage = Readonly<{ sessions: readonly Session[]; next: string | null }>;

export type MessageFilter = Readonly<{
  recipient?: string;
  sender?: string;
  runId?: string;
  isDeadLetter?: boolean;
}>;

export type RunFilter = Readonly<{ states?: readonly RunState[]; workflow?: string }>;

export type WorkClaim = Readonly<{ holder: string; at: number; until: number; sessionId: string | null }>;

export type WorkFilter = Readonly<{ states?: readonly WorkState[]; rig?: string; label?: string }>;

/** The rows. The only thing that decides a next move is read from here, and changes only through `commit`. */
export interface Store extends MailReads, RaceReads, SearchReads {
  /** Writes all or nothing, in one transaction, with the journal lines of each. */
  commit(writes: readonly Write[]): Promise<CommitResult>;

  findSession(id: string): Promise<Session | undefined>;
  findSessionByKey(key: string): Promise<Session | undefined>;
  findSpec(sessionId: string): Promise<SessionSpec | undefined>;
  /** Newest first. `after` is the `next` of the page before. */
  listSessions(filter: SessionFilter, page: { limit: number; after?: string }): Promise<SessionPage>;
  /** How many sessions match, per state; states with none are absent. */
  countSessions(filter: SessionFilter): Promise<Partial<Record<SessionState, number>>>;
  /** Every session that is not over, oldest first, those of high priority before the others. */
  listLive(): Promise<readonly Session[]>;
  /** The same, of each only what a sweep looks at. */
  listLiveBriefly(): Promise<readonly LiveSession[]>;
  /** Ids that start with the given text or lie near it, for a helpful refusal; at most five. */
  listNearIds(text: string): Promise<readonly string[]>;
  /**
   * Sessions that a text names: by the beginning or the end of the id, by the persona, or by a part of the
   * title in any case. Newest first, at most fifty; by persona and title, only those not in the archive.
   */
  listNamed(named: Readonly<{ by: NamedBy; text: string }>): Promise<readonly NamedSession[]>;
  listChildren(parentId: string): Promise<readonly Session[]>;
  /** Sessions without an attempt that wait for others, oldest first. */
  listDependent(): Promise<readonly Session[]>;
  /** The sessions that go on with the work of these, by the id of the one that has ended. */
  listSuccessors(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sessions that failed at this time or later, in the order of their ends; at most so many. */
  listFailed(filter: { since: number; limit: number }): Promise<readonly Session[]>;
  /** Sessions that came to any end at this time or later, the last one first; at most so many. */
  listEnded(filter: { since: number; limit: number }): Promise<readonly Session[]>;

  findTurn(id: string): Promise<Turn | undefined>;
  /** In order of their numbers. */
  listTurns(sessionId: string): Promise<readonly Turn[]>;

  findAttempt(sessionId: string, number: number): Promise<Attempt | undefined>;
  listAttempts(sessionId: string): Promise<readonly Attempt[]>;

  /** The accounts of these names, in the order asked for; one that was never used is empty. */
  listAccounts(names: readonly string[]): Promise<readonly Account[]>;

  /** What attempts that began at `since` or later used, summed up; those at work are counted up to `now`. */
  listUsage(wanted: { by: UsageBy; since: number; now: number }): Promise<readonly UsageSum[]>;

  findQuestion(id: string): Promise<Question | undefined>;
  /** Oldest first. */
  listQuestions(filter: {
    sessionId?: string;
    runId?: string;
    state?: QuestionState;
  }): Promise<readonly Question[]>;

  findNote(id: string): Promise<Note | undefined>;
  /** Oldest first. */
  listNotes(filter: {
    sessionId?: string;
    runId?: string;
    taskId?: string;
    isSettled?: boolean;
  }): Promise<readonly Note[]>;

  findParticipant(id: string): Promise<Participant | undefined>;
  /** In order of joining; `since` is the time of the last act. */
  listParticipants(filter: { state?: ParticipantState; since?: number }): Promise<readonly Participant[]>;

  findLastReservation(): Promise<Reservation | undefined>;
  /** Oldest first. */
  listReservations(filter: { state?: ReservationState; holder?: string }): Promise<readonly Reservation[]>;

  findPlanVersion(id: string): Promise<PlanVersion | undefined>;
  /** By plan, then by number. */
  listPlanVersions(filter: { plan?: string; runId?: string }): Promise<readonly PlanVersion[]>;

  /** Oldest first. */
  listNotifications(filter: {
    channel?: Channel;
    state?: NotificationState;
    subjectIds?: readonly string[];
    /** Sent, failed or dropped at this time or later. */
    settledSince?: number;
  }): Promise<readonly Notification[]>;

  /** Oldest first. */
  listMessages(filter: MessageFilter): Promise<readonly Message[]>;
  findMessage(id: string): Promise<Message | undefined>;
  /** Oldest first. */
  listDeliveries(filter: { runId: string; role?: string }): Promise<readonly Delivery[]>;
  /** The newest messages of a role's inbox, oldest first. */
  listInbox(filter: { runId: string; role: string; limit: number }): Promise<readonly InboxEntry[]>;
  /** What the inboxes of a run hold, in numbers: they tell which of them have changed. */
  countInboxes(filter: { runId: string; role?: string }): Promise<readonly InboxTally[]>;

  findRun(id: string): Promise<Run | undefined>;
  findRunByKey(key: string): Promise<Run | undefined>;
  findRunMemory(runId: string): Promise<RunMemory | undefined>;
  /** Newest first; `after` is the id of the last one of the page before. */
  listRuns(filter: RunFilter, page: { limit: number; after?: string }): Promise<readonly Run[]>;
  /** Every run that is not over, oldest first. */
  listLiveRuns(): Promise<readonly Run[]>;
  /** Every session of a run, or of one role of it, oldest first. */
  listRunSessions(runId: string, role?: string): Promise<readonly Session[]>;
  /** Oldest first. */
  listRunErrors(runId: string): Promise<readonly RecordedError[]>;
  /** All that its program was told, in order. */
  listRunFacts(runId: string): Promise<readonly KeptFact[]>;

  /** How Swarm looked at the tasks of a plan, oldest first. `isOpen`: only what it still looks at. */
  listTaskChecks(filter: { runId: string; isOpen?: boolean }): Promise<readonly TaskCheck[]>;
  /** How the tasks of a plan were verified, oldest first. */
  listTaskRounds(runId: string): Promise<readonly TaskRound[]>;
  /** What verified tasks wrote, every version, by task and path. */
  listTaskOutputs(runId: string): Promise<readonly TaskOutput[]>;

  findIntake(key: string): Promise<string | undefined>;

  findWork(id: string): Promise<WorkItem | undefined>;
  /** In the order in which it is handed out. `after` is the id of the last one of the page before. */
  listWork(filter: WorkFilter, page: { limit: number; after?: string }): Promise<readonly WorkItem[]>;
  /** How much matches, per state; states with none are absent. */
  countWork(filter: WorkFilter): Promise<Partial<Record<WorkState, number>>>;
  /** State and content hash of these; what is not there is absent. */
  listWorkStates(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<{ state: WorkState; contentHash: string }>>>;
  /** What `claim-next` would claim at this time. */
  findReadyWork(filter: WorkFilter, at: number): Promise<WorkItem | undefined>;
  /** Claims whose lease has run out. */
  listLapsedWork(at: number, limit: number): Promise<readonly WorkItem[]>;

  /** The pause that holds the whole project up now, if there is one. */
  findPause(): Promise<Pause | undefined>;

  /** What the clocks of a host said when its rows were last found to fit them. */
  findHostClock(hostId: string): Promise<HostClock | undefined>;

  findLoop(id: string): Promise<Loop | undefined>;
  /** Oldest first. `isLive`: only those that are not over. */
  listLoops(filter: { isLive: boolean }): Promise<readonly Loop[]>;

  findSchedule(id: string): Promise<Schedule | undefined>;
  /** Oldest first. `isLive`: only those that were not removed. */
  listSchedules(filter: { isLive: boolean }): Promise<readonly Schedule[]>;

  findWorkspace(sessionId: string): Promise<Workspace | undefined>;
  listWorkspaces(): Promise<readonly Workspace[]>;

  /**
   * Entries with a number greater than `after`, in order; `since` leaves out what happened before that time.
   * Of more than `limit` the first, or with `isNewest` the last.
   */
  listJournal(filter: {
    after: number;
    limit: number;
    isNewest?: boolean;
    sessionId?: string;
    /** Of the run, and of all its sessions. */
    runId?: string;
    workId?: string;
    loopId?: string;
    event?: string;
    since?: number;
    /** What happened to a session of a run names that run too. */
    namesRuns?: boolean;
  }): Promise<readonly JournalEntry[]>;
  lastJournalSeq(): Promise<number>;

  /** Brings all of it into its one file, where it has more than one: for who leaves last. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
