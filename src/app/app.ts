import type { ListEvents } from '../contract/event.ts';
import type { SessionRef } from '../contract/id.ts';
import type { AnswerQuestion, ListQuestions, QuestionRef } from '../contract/question.ts';
import type { ListRuns, RunRef, TargetRef } from '../contract/run.ts';
import type {
  ArchiveSessions,
  CreateSession,
  HandBack,
  KillSession,
  ListSessions,
  TakeOver,
} from '../contract/session.ts';
import type { Attempt } from '../domain/attempt/attempt.ts';
import type { Budget } from '../domain/budget/allowance.ts';
import type { HookBlocks, JournalEntry } from '../domain/journal/journal.ts';
import type { Message } from '../domain/message/message.ts';
import type { Notification } from '../domain/notification/notification.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Pause } from '../domain/pause/pause.ts';
import type { Question } from '../domain/question/question.ts';
import type { WorkItem } from '../domain/queue/work-item.ts';
import type { RunReport } from '../domain/run/report.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session, SessionState } from '../domain/session/session.ts';
import type { Suspension } from '../domain/session/suspension.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { InterruptVerbs } from './interrupt-verbs.ts';
import type { SentMessage } from './message/send-message.ts';
import type { RunList } from './run/list-runs.ts';
import type { KilledSession } from './session/kill-session.ts';

export type CreatedSession = Readonly<{
  session: Session;
  /** False when the key was known: this is the session that was made then. */
  isNew: boolean;
  workspaceDir: string;
  pane: string | null;
  warnings: readonly string[];
}>;

export type SessionList = Readonly<{
  sessions: readonly Session[];
  next: string | null;
  totals: Partial<Record<SessionState, number>>;
  /** The budget of the day; null when it has none. */
  day: Budget | null;
  /** What holds everything up. */
  pause?: Pause | null;
  now: number;
}>;

/** All that is known of one session. */
export type SessionReport = Readonly<{
  session: Session;
  attempts: readonly Attempt[];
  questions: readonly Question[];
  workspace: Workspace | null;
  /** Shown folder of the session, relative to the project where it lies inside. */
  sessionDir: string;
  promptFile: string;
  resultFile: string;
  hasResult: boolean;
  paneSession: string;
  paneActive: boolean;
  /** The agent's process, while it lives. */
  pid: number | null;
  /** The work item that it was begun for. */
  work: WorkItem | null;
  permissionMode: string | null;
  /** Times when a hook of the person's own blocked something. */
  hookBlocks: HookBlocks;
  /** What limits its spending; none when nothing does. */
  budgets: readonly Budget[];
  /** What holds it up together with others. */
  suspension?: Suspension | null;
  now: number;
}>;

/** All that is known of one question. */
export type QuestionReport = Readonly<{
  question: Question;
  session: Session | null;
  notifications: readonly Notification[];
  now: number;
}>;

export type SessionResult = Readonly<{
  session: Session;
  source: 'result.json' | 'last-message';
  text: string;
}>;
export type ArchivedSessions = Readonly<{
  archived: readonly string[];
  refused: readonly { id: string; why: string }[];
}>;

/** What a person means by a word: a session by its id or its role, or a run. */
export type Target =
  | Readonly<{ is: 'session'; sessionId: string }>
  | Readonly<{ is: 'run'; run: Run; roles: readonly string[] }>;

/** Every verb that a door may ask for. */
export interface App extends InterruptVerbs {
  createSession(input: CreateSession): Promise<Outcome<CreatedSession>>;
  listSessions(input: ListSessions): Promise<Outcome<SessionList>>;
  /** Its row alone: for whoever looks again and again. */
  findSession(input: SessionRef): Promise<Outcome<Session>>;
  showSession(input: SessionRef): Promise<Outcome<SessionReport>>;
  killSession(input: KillSession): Promise<Outcome<KilledSession>>;
  /** Opens a screen on the conversation of a headless session, for a person. */
  takeOver(input: TakeOver): Promise<Outcome<Session>>;
  /** Lets a session that was taken over go on without its screen. */
  handBack(input: HandBack): Promise<Outcome<Session>>;
  readResult(input: SessionRef): Promise<Outcome<SessionResult>>;
  sendMessage(input: Readonly<{ to: string; body: string; steer: boolean }>): Promise<Outcome<SentMessage>>;
  /** What agents sent to the person. */
  listMessages(): Promise<Outcome<readonly Message[]>>;
  listQuestions(input: ListQuestions): Promise<Outcome<readonly Question[]>>;
  showQuestion(input: QuestionRef): Promise<Outcome<QuestionReport>>;
  answerQuestion(input: AnswerQuestion): Promise<Outcome<Question>>;
  listEvents(input: ListEvents): Promise<Outcome<readonly JournalEntry[]>>;
  archiveSessions(input: ArchiveSessions): Promise<Outcome<ArchivedSessions>>;
  restoreSession(input: SessionRef): Promise<Outcome<Session>>;

  /** Finds what a word names: the id of a session or a run, or a role of the only live run. */
  findTarget(input: TargetRef): Promise<Outcome<Target>>;
  listRuns(input: ListRuns): Promise<Outcome<RunList>>;
  showRun(input: RunRef): Promise<Outcome<RunReport>>;
}
