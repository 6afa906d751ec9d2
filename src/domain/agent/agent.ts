import type { Session, SessionMode } from '../session/session.ts';
import type { SessionSpec } from '../session/spec.ts';
import type { Turn } from '../turn/turn.ts';
import type { AgentFact } from './fact.ts';
import type { LoginSight, Obstacle, StartFile, StartFiles, StartPlace } from './obstacle.ts';
import type { AgentProgram } from './program.ts';
import type { ScreenSight } from './screen.ts';

/** Where things of one attempt lie, and the programs that it may need. All paths are absolute. */
export type AttemptPlaces = Readonly<{
  project: string;
  /** Where the agent works: its workspace, or the project's root. */
  workDir: string;
  sessionDir: string;
  attemptDir: string;
  /** Folder with the `swarm` command, for the agent's PATH. */
  binDir: string;
  /** The built-in rehearsal program. */
  rehearsalProgram: string;
  /** The person's home, for CLIs that keep their conversations there. */
  home: string;
  /** Where Claude Code keeps its files when the person has moved them (CLAUDE_CONFIG_DIR). */
  claudeConfigDir?: string | null;
}>;

/** What the project's settings and budgets allow one process. */
export type LaunchSettings = Readonly<{
  /** Model turns of one prompt. */
  maxTurns: number | null;
  /** Money of one process, where the persona names none. */
  budgetUsd: number | null;
  /** What is left for this process of a budget that others share; never more than this is spent. */
  allowanceUsd: number | null;
  /** Tools that may be used without asking, where the persona names none. */
  allowedTools: readonly string[];
  /** JSON Schema of the result, as text, for a CLI that enforces it on its model. */
  schema: string | null;
}>;

export type LaunchInput = Readonly<{
  session: Session;
  spec: SessionSpec;
  /** The turn that this attempt is opened for. */
  turn: Turn;
  attempt: number;
  conversationId: string;
  /** Go on with the conversation; otherwise begin it. */
  resume: boolean;
  places: AttemptPlaces;
  settings?: Partial<LaunchSettings>;
}>;

/** The answer of a person, or of a rule, to a permission request. */
export type PermissionAnswer = Readonly<{
  requestId: string;
  behaviour: 'allow' | 'deny';
  /** Why not, for the agent to read. */
  message: string;
  /** The tool's input as it was asked with, as JSON. */
  input: string;
}>;

/** A person's answers to the agent's own questions, by their text. */
export type QuestionReply = Readonly<{
  requestId: string;
  answers: Readonly<Record<string, string>>;
  /** The input that it asked with, as JSON. */
  input: string;
}>;

/**
 * How an answer reaches a running agent: as a line of its stdin, or as a file in its attempt's folder.
 * A hook that waits for a file is woken by opening the named pipe `pipe` for writing; the pipe is gone when
 * no hook waits.
 */
export type Handover = Readonly<
  { by: 'line'; line: string } | { by: 'file'; name: string; text: string; pipe: string }
>;

/** How to type turns into an agent's screen, and how to read it. */
export type AgentScreen = Readonly<{
  /** The text that is typed for a turn, where the CLI would interpret the turn's own. */
  prompt(body: string, file: string): string;
  /** Whether a submitted prompt is the typed one, ignoring changed blanks. */
  isSamePrompt(asked: string, seen: string): boolean;
  read(screen: string): ScreenSight;
  /** Whether the input box contains this text, not yet submitted. */
  isTyped(words: string, typed: string): boolean;
}>;

/** Everything needed to start the process of one attempt. */
export type LaunchPlan = Readonly<{
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  workDir: string;
  /**
   * `turns`: lines arrive while it runs. `prompt`: the prompt file, then end of input. `terminal`: the pane
   * itself.
   */
  input: 'turns' | 'prompt' | 'terminal';
  /** Its screen is captured as the session's output, because it writes no record. */
  keepsScreen?: boolean;
  /** Files put into the attempt's folder before the start, by name. `prompt.md` is always among them. */
  files: Readonly<Record<string, string>>;
}>;

/** How a person is told to log in, where only they can. */
export type AgentLogin = Readonly<{
  /** What people call the CLI. */
  title: string;
  remedy: string;
  /** Exit codes that mean "not logged in", for a CLI that writes no event for it. */
  exitCodes?: readonly number[];
}>;

/** The adapter of one agent CLI: how to start it, prompt it, and read its record. Pure; the runtime acts. */
export interface Agent {
  readonly name: string;
  readonly can: Readonly<{
    /** One process serves many turns, fed through stdin. */
    manyTurns: boolean;
    interactive: boolean;
    resume: boolean;
    tellsCost: boolean;
    /** Its stdout is a record of events; otherwise it is plain text and the exit is the end of the turn. */
    tellsEvents: boolean;
  }>;
  plan(input: LaunchInput): LaunchPlan;
  /**
   * One line of stdin that hands over a turn, with its line feed. Only where one process serves many turns.
   */
  renderTurn(turn: Turn): string;
  /** What one line of its stdout means. Never throws. */
  parseLine(line: string): readonly AgentFact[];
  /** The file that exists when the conversation can be resumed; null when there is no way to know. */
  transcriptFile(input: Pick<LaunchInput, 'conversationId' | 'places' | 'spec'>): string | null;
  /** The answer to a permission request. Only where the CLI asks. */
  renderAnswer?(answer: PermissionAnswer, mode: SessionMode): Handover;
  /** The answer to the agent's own question. Only where it can ask one. */
  renderReply?(reply: QuestionReply, mode: SessionMode): Handover;
  /** How turns are typed into its screen. Only where it has one that reports events. */
  readonly screen?: AgentScreen;
  /** The program to look for; absent for what Swarm brings along. */
  readonly program?: AgentProgram;
  /** Files of the CLI's own that `foresee` needs to know. */
  startFiles?(at: StartPlace): readonly StartFile[];
  /** The obstacles that would block its start, foreseen from those files alone. Read-only. */
  foresee?(at: StartPlace, files: StartFiles): readonly Obstacle[];
  /** Absent where no login is needed. */
  readonly login?: AgentLogin;
  /** Whether it is logged in, seen from the same files. */
  tellLogin?(at: StartPlace, files: StartFiles): LoginSight;
  /** Where each of its running processes, which may rewrite those files, keeps a file `<pid>.json`. */
  runningFolder?(at: StartPlace): string;
  /** Its permission modes. One that `skips` asks no person before it acts. */
  readonly permissionModes?: Readonly<Record<string, Readonly<{ means: string; skips: boolean }>>>;
}
