import type { SessionRef } from '../contract/id.ts';
import type { MergeRun } from '../contract/merge.ts';
import type {
  CleanRun,
  ListRuns,
  PostMessage,
  RoleRef,
  RunRef,
  StartRun,
  StopRun,
  TargetRef,
} from '../contract/run.ts';
import type { ListRunMessages, MessageRef, RequeueMessage } from '../contract/run-message.ts';
import type { CleanProject, KillSession, ListEvents } from '../contract/session.ts';
import type { ListUsage } from '../contract/usage.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Message } from '../domain/message/message.ts';
import type { MessageList, MessageReport } from '../domain/message/report.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Persona } from '../domain/persona/persona.ts';
import type { RunReport } from '../domain/run/report.ts';
import type { Session } from '../domain/session/session.ts';
import type { UsageBy, UsageSum } from '../domain/usage/usage.ts';
import type { InterruptVerbs } from './interrupt-verbs.ts';
import type { LoopVerbs } from './loop/loop-verbs.ts';
import type { SentMessage } from './message/add-message.ts';
import type { QueueVerbs } from './queue/queue-verbs.ts';
import type { CleanedRun } from './run/clean-run.ts';
import type { EndedRun } from './run/end-run.ts';
import type { ExportedRun } from './run/export-run.ts';
import type { Target } from './run/find-target.ts';
import type { KilledRun } from './run/kill-run.ts';
import type { RunList } from './run/list-runs.ts';
import type { MergedRun, MergeWatch } from './run/merge-run.ts';
import type { StartedRun } from './run/start-run.ts';
import type { ScheduleVerbs } from './schedule/schedule-verbs.ts';
import type { KilledSession } from './session/kill-session.ts';
import type { SessionResult } from './session/read-result.ts';

export type UsageReport = Readonly<{
  by: UsageBy;
  /** Null: from the beginning. */
  since: number | null;
  sums: readonly UsageSum[];
  total: UsageSum;
  now: number;
}>;

export type CleanReport = Readonly<{
  /** Nothing was done: the rest says what would be. */
  isDryRun: boolean;
  releasedWorkspaces: readonly string[];
  rescues: readonly string[];
  removed: readonly string[];
  sweptTrash: number;
}>;
export type PersonaProblem = Readonly<{ file: string; line: number; problem: string }>;
export type PersonaList = Readonly<{ personas: readonly Persona[]; problems: readonly PersonaProblem[] }>;

/** Every verb that a door may ask for. */
export interface App extends QueueVerbs, LoopVerbs, ScheduleVerbs, InterruptVerbs {
  killSession(input: KillSession): Promise<Outcome<KilledSession>>;
  readResult(input: SessionRef): Promise<Outcome<SessionResult>>;
  sendMessage(input: Readonly<{ to: string; body: string; steer: boolean }>): Promise<Outcome<SentMessage>>;
  /** Finds what a word names: the id of a session or a run, or a role of the only live run. */
  findTarget(input: TargetRef): Promise<Outcome<Target>>;
  /** What agents used, summed up. */
  listUsage(input: ListUsage): Promise<Outcome<UsageReport>>;
  listEvents(input: ListEvents): Promise<Outcome<readonly JournalEntry[]>>;
  cleanProject(input: CleanProject): Promise<Outcome<CleanReport>>;
  listPersonas(): Promise<Outcome<PersonaList>>;

  startRun(input: StartRun): Promise<Outcome<StartedRun>>;
  listRuns(input: ListRuns): Promise<Outcome<RunList>>;
  showRun(input: RunRef): Promise<Outcome<RunReport>>;
  stopRun(input: StopRun): Promise<Outcome<EndedRun>>;
  killRun(input: StopRun): Promise<Outcome<KilledRun>>;

  /** Merges the branches of a run, checked, or not at all. */
  mergeRun(input: MergeRun, watch: MergeWatch): Promise<Outcome<MergedRun>>;
  /** Gives a role whose session is over another one. */
  openRole(input: RoleRef): Promise<Outcome<Session>>;
  /** Takes a message into a run in the name of one of its roles. */
  postMessage(input: PostMessage): Promise<Outcome<Message>>;
  cleanRun(input: CleanRun): Promise<Outcome<CleanedRun>>;
  exportRun(input: RunRef): Promise<Outcome<ExportedRun>>;
  listRunMessages(input: ListRunMessages): Promise<Outcome<MessageList>>;
  showMessage(input: MessageRef): Promise<Outcome<MessageReport>>;
  /** Routes a message that was kept aside. */
  requeueMessage(input: RequeueMessage): Promise<Outcome<Message>>;
}
