import type { TranscriptEntry } from '../attempt/transcript.ts';
import type { ResourceLimits } from '../resource/resource-limits.ts';
import type { Session, SessionMode } from '../session/session.ts';
import type { SessionSpec } from '../session/spec.ts';
import type { Turn } from '../turn/turn.ts';
import type { AgentFact } from './fact.ts';
import type { AgentNeed } from './need.ts';
import type {
  LoginObservation,
  Obstacle,
  StartContext,
  StartFile,
  StartFiles,
  StartObservation,
} from './obstacle.ts';
import type { AgentProgram } from './program.ts';
import type { ScreenObservation } from './screen.ts';

/** Where things of one attempt lie, and the programs that it may need. All paths are absolute. */
export type AttemptPaths = Readonly<{
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
  /** What is left for this process of a budget that others share; never more than this is spent. */
  allowanceUsd: number | null;
  /** Tools that may be used without asking, where the persona names none. */
  allowedTools: readonly string[];
  /** JSON Schema of the result, as text, for a CLI that enforces it on its model. */
  schema: string | null;
  /** Where reserved files are drawn, for a CLI whose hooks can look there before an edit; null to let be. */
  reservationFile: string | null;
  /** The CLI is given Swarm's own MCP server, if it takes one for a single process. */
  hasMcp: boolean;
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
  /** With `resume`: the conversation that this one branches off from, which stays as it is. */
  forkOf?: string | null;
  paths: AttemptPaths;
  settings?: Partial<LaunchSettings>;
  /** What the person has set for the CLI; only for a start with a screen. */
  start?: StartObservation;
  /** The `rules` of all that the person has allowed for the session. */
  grants?: readonly string[];
}>;

/** The answer of a person, or of a rule, to a permission request. */
export type PermissionAnswer = Readonly<{
  requestId: string;
  behaviour: 'allow' | 'deny';
  /** Why not, for the agent to read. */
  message: string;
  /** The same in the person's own words; left out where they gave none. */
  words?: string;
  /** The tool's input as it was asked with, as JSON. */
  input: string;
  /** The `rules` of what is allowed for the rest of the session; left out: this once. */
  grant?: string;
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

/** The words that are typed for a turn, and whether they only name the file that holds the turn's text. */
export type ScreenPrompt = Readonly<{ words: string; isByFile: boolean }>;

/** How to type turns into an agent's screen, and how to read it. */
export type AgentScreen = Readonly<{
  /** What is typed for a turn; `file` is where its text may be put. */
  prompt(turn: Pick<Turn, 'id' | 'body'>, file: string): ScreenPrompt;
  /** Whether a prompt that the CLI tells of is that of the turn. */
  isPromptOf(turnId: string, seen: string): boolean;
  read(screen: string): ScreenObservation;
  /** Whether the input box contains this text, not yet submitted. */
  isTyped(words: string, typed: string): boolean;
}>;

/** What the CLI's own transcript tells beyond the record of its hooks. */
export type AgentTranscript = Readonly<{
  /** The folder with transcripts of its sub-agents. */
  partsFolder(file: string): string;
  parse(line: string): TranscriptEntry | null;
  /** Whether a prompt is in it. A CLI may write other lines before, and an answer too. */
  isBegun(lines: Iterable<string>): boolean;
  /** Whether the prompt of this turn is in it. */
  holds(lines: Iterable<string>, turn: Pick<Turn, 'id' | 'attempt' | 'body'>): boolean;
  /** Whether its last line follows one that is not in it: then the CLI would forget all before. */
  isTorn(lines: Iterable<string>): boolean;
}>;

/** What a protocol needs to know of the attempt that it serves. */
export type ProtocolScene = Readonly<{
  /** `turn` is the first of the attempt. */
  launch: LaunchInput;
  /** All turns that were handed to the attempt, in order, with the words that they are handed over with. */
  turns: readonly Turn[];
  /** What requests of the agent were answered with. */
  answers: readonly PermissionAnswer[];
  /** The turn in progress is to be broken off. */
  isCancelled: boolean;
  /** When earlier attempts of the session were heard from. */
  heardBefore: readonly number[];
  now: number;
}>;

/** A line of input with its line feed. No other line begins with its key, so it is sent once. */
export type ProtocolLine = Readonly<{ key: string; text: string }>;

export type ProtocolInput = Readonly<{
  /** Every line that the agent should have been sent by now. */
  lines: readonly ProtocolLine[];
  /** More is to be sent at this time; null when only a new line of the agent changes anything. */
  moreAt: number | null;
}>;

/**
 * How to speak with a CLI whose lines mean something only together. What was heard so far is a text, which
 * the attempt's row keeps beside the cursor: so another supervisor goes on in the middle.
 */
export interface AgentProtocol {
  /** What new lines mean after those before. Never throws. */
  read(
    heard: string | null,
    lines: readonly string[],
    launch: Pick<LaunchInput, 'spec' | 'resume'>,
  ): Readonly<{ heard: string; facts: readonly AgentFact[] }>;
  write(heard: string | null, scene: ProtocolScene): ProtocolInput;
  /** The end of this turn was told. */
  hasEnded(heard: string | null, turnId: string): boolean;
}

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
  /** What of the person's own it is given although agents do not get it otherwise. */
  needs?: readonly AgentNeed[];
  /** What its processes may take of the machine. */
  resources?: ResourceLimits | null;
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
  /** A program or a rehearsed script, which no model steers: it works where it is started. */
  readonly isScripted?: true;
  /** It plays what an agent would do: what it hands over proves nothing. */
  readonly isRehearsal?: true;
  readonly can: Readonly<{
    /** One process serves many turns, fed through stdin. */
    manyTurns: boolean;
    /** A prompt that arrives during a turn is taken in by that turn. */
    steers: boolean;
    /** It puts to the person what it may not do by itself. */
    asksPermission: boolean;
    /** It can be driven on a screen. */
    interactive: boolean;
    resume: boolean;
    tellsCost: boolean;
    /** Its stdout is a record of events; otherwise it is plain text and the exit is the end of the turn. */
    tellsEvents: boolean;
  }>;
  /** What it spends is known, or can be told at most, before the end of its turn. */
  readonly pricesMessages?: boolean;
  /** It can begin a conversation of its own from what another holds. */
  readonly forks?: true;
  /** Without a screen, SIGINT breaks its turn off: it tells what the turn took, and leaves. */
  readonly leavesOnInterrupt?: true;
  plan(input: LaunchInput): LaunchPlan;
  /**
   * One line of stdin that hands over a turn, with its line feed. Only where one process serves many turns.
   */
  renderTurn(turn: Turn): string;
  /** What one line of its stdout means. Never throws. */
  parseLine(line: string): readonly AgentFact[];
  /** What one line of its stderr means, for a CLI that tells only there what it tries again. Never throws. */
  parseErrorLine?(line: string): readonly AgentFact[];
  /** The file that exists when the conversation can be resumed; null when there is no way to know. */
  transcriptFile(input: Pick<LaunchInput, 'conversationId' | 'paths' | 'spec'>): string | null;
  /** How that file is read while a session with a screen works. */
  readonly transcript?: AgentTranscript;
  /** The answer to a permission request. Only where the CLI asks. */
  renderAnswer?(answer: PermissionAnswer, mode: SessionMode): Handover;
  /** The answer to the agent's own question. Only where it can ask one. */
  renderReply?(reply: QuestionReply, mode: SessionMode): Handover;
  /** Replaces `renderTurn` and `parseLine` where a line alone means nothing. */
  readonly protocol?: AgentProtocol;
  /** How turns are typed into its screen. Only where it has one that reports events. */
  readonly screen?: AgentScreen;
  /** What of the person's own its program needs; absent where that is nothing. */
  needs?(spec: Pick<SessionSpec, 'command'>): readonly AgentNeed[];
  /** The program to look for; absent for what Swarm brings along. */
  readonly program?: AgentProgram;
  /** Files of the CLI's own that `foresee` needs to know. */
  startFiles?(at: StartContext): readonly StartFile[];
  /** The obstacles that would block its start, foreseen from those files alone. Read-only. */
  foresee?(at: StartContext, files: StartFiles): readonly Obstacle[];
  /** Absent where no login is needed. */
  readonly login?: AgentLogin;
  /** Whether it is logged in, seen from the same files. */
  tellLogin?(at: StartContext, files: StartFiles): LoginObservation;
  /** Where each of its running processes, which may rewrite those files, keeps a file `<pid>.json`. */
  runningFolder?(at: StartContext): string;
  /** Its permission modes. One that `skips` asks no person before it acts. */
  readonly permissionModes?: Readonly<Record<string, Readonly<{ means: string; skips: boolean }>>>;
}
