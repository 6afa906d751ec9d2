import type { Wakes } from '../app/session/wait-sessions.ts';
import type { AnyVerb } from '../app/verb.ts';
import type { Ask, VerbName } from '../app/verbs.ts';
import type { AttemptDoor } from '../contract/asking.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { SessionView } from '../views/session-view.ts';

/** What an agent wrote, from the beginning or as it grows. */
export interface OutputReader {
  /** What came since the last call; empty when nothing did. */
  read(): Promise<string>;
  /** Resolves when the file may have grown, or after the time. */
  changed(timeoutMs: number): Promise<void>;
  close(): void;
}

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

/** How the page is to be served. */
export type DashboardWish = Readonly<{ port?: number | undefined; keep: boolean }>;

/** The server of the page. `url` signs in the first browser that opens it. */
export type RunningDashboard = Readonly<{
  url: string;
  port: number;
  pid: number;
  started: boolean;
  metricsTokenFile: string;
  mcpTokenFile: string;
}>;

/** What `swarm top` needs beside verbs. */
export type TopPorts = Readonly<{
  /** Tells of commits of any process. */
  news: Wakes;
  /** Runs a command of Swarm on this terminal, in this project; its exit code. */
  run(words: readonly string[]): Promise<number>;
  /** Shows a text in the person's pager. "read": it is on the terminal, and nothing waits there. */
  page(text: string): Promise<'read' | 'back'>;
}>;

/** What the machine and the project give to commands. Each part is opened when it is first asked for. */
export interface Host {
  /** Null outside of an agent's attempt. */
  readonly attempt: AttemptDoor | null;
  /** The rows of the project are hidden from this process, as from an agent in a sandbox. */
  readonly isStoreHidden: boolean;
  /** The attempt that this process was started from although its environment does not say so; else null. */
  findHiddenAttempt(): Promise<string | null>;
  /** Whether this folder belongs to a project that Swarm was set up in. */
  hasProject(): boolean;
  /** Asks a verb; the project is opened for the first one that needs it. */
  readonly ask: Ask;
  verb(name: VerbName): Promise<AnyVerb>;
  wakes(): Promise<Wakes>;
  /** Tells when rows may have changed, without a supervisor. */
  rowWakes(): Promise<Wakes>;
  /** The text in a file, or on stdin for "-"; left out, it may have `limits.promptMb`. */
  readText(file: string, limitBytes?: number): Promise<Outcome<string>>;
  /** Writes a file whole; gives back its path as it was asked for. */
  writeText(file: string, text: string): Promise<string>;
  /** Opens a text in the person's editor; null for a file that goes afterwards. What it holds then. */
  editText(file: string | null, text: string): Promise<Outcome<string>>;
  removeText(file: string): Promise<void>;
  openOutput(report: SessionView): Promise<OutputReader>;
  /** The prefix of the tmux that this terminal is in; null outside of one. */
  outerPrefix(): Promise<string | null>;
  /** Takes over the terminal until the person detaches; the exit code of tmux. */
  attach(report: SessionView): Promise<Outcome<number>>;
  personaNames(): Promise<readonly string[]>;
  workflowNames(): Promise<readonly string[]>;
  planNames(): Promise<readonly string[]>;
  /** Plays the demo and tells each thing as it happens. */
  demo(tell: (line: string) => void): Promise<DemoEnd>;
  /** Serves MCP on stdin and stdout until the client leaves. */
  serveMcp(): Promise<Outcome<null>>;
  /** Ensures that the page of this project is served. */
  dashboard(wish: DashboardWish): Promise<Outcome<RunningDashboard>>;
  /** Its process, which has left; null when none was there. */
  stopDashboard(): Promise<Outcome<number | null>>;
  /** Opens an address in the person's browser, if there is one. */
  openBrowser(url: string): Promise<void>;
  /** Only in a project that the person trusts: keys change things without a further question about it. */
  top(): Promise<Outcome<TopPorts>>;
  /** Runs a program of the person's in the project, with this text on its stdin. */
  runProgram(words: readonly string[], input: string): Promise<Outcome<null>>;
  /** Runs the supervisor in the foreground, until it ends; its exit code. */
  runSupervisor(): Promise<Outcome<number>>;
  now(): number;
}

/** An agent that sees no rows: what it asks goes through the folder of its attempt. */
export const seesNoRows = ({ attempt, isStoreHidden }: Pick<Host, 'attempt' | 'isStoreHidden'>): boolean =>
  attempt !== null && isStoreHidden;
