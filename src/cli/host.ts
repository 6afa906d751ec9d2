import type { App } from '../app/app.ts';
import type { SessionReport } from '../app/session/show-session.ts';
import type { Wakes } from '../app/session/wait-sessions.ts';
import type { AnyVerb } from '../app/verb.ts';
import type { Ask, VerbName } from '../app/verbs.ts';
import type { AskingAnswer } from '../contract/asking.ts';
import type { SettledConfig } from '../contract/config-layers.ts';
import type { FixEnd, PlannedFix } from '../domain/agent/obstacle.ts';
import type { SendEnd } from '../domain/notification/notice.ts';
import type { Channel } from '../domain/notification/notification.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import type { Check } from '../views/check-list.ts';

/** What an agent wrote, from the beginning or as it grows. */
export interface OutputReader {
  /** What came since the last call; empty when nothing did. */
  read(): Promise<string>;
  /** Resolves when the file may have grown, or after the time. */
  changed(timeoutMs: number): Promise<void>;
  close(): void;
}

export type SupervisorSight = Readonly<{ pid: number; version: string; startedAt: number }>;

export interface SupervisorControl {
  observe(): Promise<SupervisorSight | null>;
  start(): Promise<Readonly<{ pid: number; started: boolean }>>;
  /** False when it did not leave in time; null when there was none. */
  stop(timeoutMs: number): Promise<boolean | null>;
  /** In the foreground, until it ends; its exit code. */
  run(): Promise<number>;
}

export type Rescue = Readonly<{
  ref: string;
  sessionId: string;
  commit: string;
  at: number;
  subject: string;
}>;

export interface Rescues {
  list(): Promise<readonly Rescue[]>;
  show(ref: string): Promise<Outcome<string>>;
  restore(ref: string, folder: string): Promise<Outcome<string>>;
}

export interface Fixes {
  /** Changes of the person's own files that would help an agent CLI to start. Changes nothing. */
  plan(): Promise<readonly PlannedFix[]>;
  /** Makes those that the person agreed to. */
  make(planned: readonly PlannedFix[]): Promise<readonly FixEnd[]>;
}

/** A workflow's file, and all that is wrong with it. */
export type CheckedWorkflow = Readonly<{
  name: string;
  file: string;
  source: 'project' | 'shipped';
  /** Null when the file cannot be understood. */
  workflow: Workflow | null;
  problems: readonly Readonly<{ file: string; line: number; problem: string }>[];
}>;

export interface Workflows {
  names(): Promise<readonly string[]>;
  /** One without problems. */
  find(
    name: string,
  ): Promise<Outcome<Readonly<{ workflow: Workflow; file: string; source: CheckedWorkflow['source'] }>>>;
  checkAll(): Promise<readonly CheckedWorkflow[]>;
  /** By its name, or by the path of its file. */
  check(nameOrFile: string): Promise<Outcome<CheckedWorkflow>>;
}

export type AskingReply =
  | Readonly<{ is: 'answered'; answer: AskingAnswer }>
  /** No answer came in time. The request stays and will be taken in. */
  | Readonly<{ is: 'kept' }>;

/** The way of an agent to Swarm: files in its attempt's folder, nothing else. */
export interface AttemptDoor {
  readonly sessionId: string | null;
  ask(request: Readonly<{ verb: string }>, timeoutMs: number): Promise<AskingReply>;
}

export type ChannelEnd = Readonly<{ channel: Channel; end: SendEnd }>;

export type Touched = Readonly<{ path: string; is: 'created' | 'kept' }>;

/** How the demo ended. */
export type DemoEnd = Readonly<{
  root: string;
  /** What to type for `swarm`, from anywhere. */
  command: string;
  sessions: readonly Readonly<{
    name: string;
    id: string;
    status: string;
    attempts: number;
    result: string;
  }>[];
}>;

/** What the machine and the project give to commands. Each part is opened when it is first asked for. */
export interface Host {
  /** Null outside of an agent's attempt. */
  readonly attempt: AttemptDoor | null;
  app(): Promise<App>;
  /** Asks a verb; the project is opened for the first one that needs it. */
  readonly ask: Ask;
  verb(name: VerbName): Promise<AnyVerb>;
  wakes(): Promise<Wakes>;
  /** The task or message in a file, or on stdin for "-". */
  readTask(file: string): Promise<Outcome<string>>;
  /** Writes a file whole; gives back its path as it was asked for. */
  writeText(file: string, text: string): Promise<string>;
  openOutput(report: SessionReport): Promise<OutputReader>;
  /** Takes over the terminal until the person detaches; the exit code of tmux. */
  attach(report: SessionReport): Promise<Outcome<number>>;
  config(): Promise<Readonly<{ file: string | null; root: string; settled: SettledConfig }>>;
  /** Sends a test word by this channel; null: by all that are set up. */
  testChannels(channel: Channel | null): Promise<readonly ChannelEnd[]>;
  diagnose(): Promise<readonly Check[]>;
  readonly fixes: Fixes;
  init(): Promise<Readonly<{ root: string; touched: readonly Touched[] }>>;
  personaNames(): Promise<readonly string[]>;
  workflows(): Promise<Workflows>;
  /** Plays the demo and tells each thing as it happens. */
  demo(tell: (line: string) => void): Promise<DemoEnd>;
  readonly supervisor: SupervisorControl;
  readonly rescues: Rescues;
  now(): number;
}
