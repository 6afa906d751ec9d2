import type { LaunchPlan, ProtocolLine } from '../../domain/agent/agent.ts';
import type { ScreenMove, ScreenObservation } from '../../domain/agent/screen.ts';
import type { TranscriptCursor, TranscriptLines } from '../../domain/attempt/transcript.ts';
import type { ResourceUse } from '../../domain/resource/use.ts';
import type { SessionMode } from '../../domain/session/session.ts';
import type { Oddity } from '../agent-files/oddities.ts';
import type { Holding } from '../resource/holding.ts';

/** Names one attempt. Every path and pane name is derived from it. */
export type AttemptRef = Readonly<{
  sessionId: string;
  attempt: number;
  runId: string | null;
  role: string | null;
}>;

export type AttemptObservation =
  | { is: 'absent' }
  | { is: 'alive'; pid: number }
  | {
      is: 'over';
      /** What the launcher wrote; null when it died before it could. */
      exitCode: number | null;
      /**
       * The pane was closed by a person: the tmux server lives, since the same boot, and the launcher was
       * hung up.
       */
      closedByPerson: boolean;
      /** The machine or the tmux server went away: not the agent's fault. */
      worldDied: boolean;
    };

export type EventLines = Readonly<{
  lines: readonly string[];
  /** Cursor after the last whole line. */
  next: number;
  /** Lines that were passed over because they are longer than the limit. */
  tooLong: number;
  /** False when more whole lines are there than one read takes. */
  isAll: boolean;
}>;

/** A request that an agent put into its attempt's folder; `key` is unique for ever. */
export type AskingFile = Readonly<{
  key: string;
  name: string;
  text: string;
  attempt: number;
  /** It does not carry the token of the attempt, so another wrote it. */
  isForged?: boolean;
}>;

/** What an agent delivered, or the size of it where that is more than is taken. */
export type WrittenResult = Readonly<{ text: string }> | Readonly<{ bytes: number; limitBytes: number }>;

/** A turn for an agent with a screen, and how that screen is read. */
export type ScreenTurn = Readonly<{
  turnId: string;
  words: string;
  /** Holds the turn's text where the words only point to it. */
  file: Readonly<{ name: string; text: string }> | null;
  read: (screen: string) => ScreenObservation;
  /** What was typed into the box is these words. */
  isTyped: (words: string, typed: string) => boolean;
}>;

/** The transcript of a conversation, and the folder with those of sub-agents. */
export type TranscriptPaths = Readonly<{ file: string; partsFolder: string }>;

/** An answer as a file of the attempt's folder, and the named pipe that wakes the waiting hook. */
export type HookAnswer = Readonly<{ name: string; text: string; pipe: string }>;

/** A shown file that grows with an agent's record, and a byte position in it. */
export type DrawnPosition = Readonly<{
  file: 'output.log' | 'tools.jsonl' | 'errors.jsonl';
  position: number;
}>;

/** The port for attempts: processes, panes and the files of one attempt's folder. */
export interface Attempts {
  observe(ref: AttemptRef): Promise<AttemptObservation>;
  /**
   * A glance at many, by their sessions: launcher, pane, and size and time of the files that agents write, as
   * one text each. Where two glances give the same text, `observe` and all that reads files would do so too.
   */
  observeAll(refs: readonly AttemptRef[]): Promise<ReadonlyMap<string, string>>;
  /** The number of the agent's process, as its launcher noted it; null when there is none yet. */
  findAgentPid(ref: AttemptRef): Promise<number | null>;
  /** Prepares the folder and starts the launcher. Twice is once: a claimed attempt is never started again. */
  ensureOpen(ref: AttemptRef, plan: LaunchPlan, mode: SessionMode): Promise<void>;
  /** Ends the input, so that an agent between turns leaves by itself. */
  ensureInputEnded(ref: AttemptRef): Promise<void>;
  /** Signals the agent's own process alone that its turn is broken off. */
  sendInterrupt(ref: AttemptRef): Promise<void>;
  /** Signals the agent and everything that descends from it. The launcher stays to write the exit. */
  sendSignal(ref: AttemptRef, signal: 'TERM' | 'KILL'): Promise<void>;
  /** Removes what is left after the end: the pane, the tail, processes that were left behind. */
  ensureGone(ref: AttemptRef): Promise<void>;
  /** Forgets what is known of the launchers of a session that is over. */
  ensureForgotten(sessionId: string): Promise<void>;
  /** The same for all sessions but those that this is true of. */
  ensureForgottenBut(isKept: (sessionId: string) => Promise<boolean>): Promise<void>;
  /** Whether something was found in the session's folder in the place of a plain file or a folder. */
  hasOddities(sessionId: string): boolean;
  /** Sets it aside, and gives back what to tell: each once. */
  ensureSetAside(sessionId: string): Promise<readonly Oddity[]>;
  /** Makes stdin.jsonl hold exactly these lines: appends what is missing, completes a torn one. */
  ensureInput(ref: AttemptRef, lines: readonly string[]): Promise<void>;
  /** Makes stdin.jsonl hold each of these lines, in whatever order they were wanted. */
  ensureInputLines(ref: AttemptRef, lines: readonly ProtocolLine[]): Promise<void>;
  /**
   * Takes a turn one step further on its way through the screen. Safe to repeat: it looks before each key.
   */
  putToScreen(ref: AttemptRef, turn: ScreenTurn): Promise<ScreenMove>;
  /** What stands on the screen. At rest only if a second look, a moment later, says so too. */
  observeScreen(ref: AttemptRef, read: (screen: string) => ScreenObservation): Promise<ScreenObservation>;
  /**
   * Writes an answer for a hook of the CLI and wakes it. False when the hook has not read it yet and needs
   * another wake-up.
   */
  handToHook(ref: AttemptRef, answer: HookAnswer): Promise<boolean>;
  readEvents(ref: AttemptRef, from: number): Promise<EventLines>;
  /** Puts text at a byte position of a file of the session. The same text again changes nothing. */
  drawAt(ref: AttemptRef, position: DrawnPosition, text: string): Promise<void>;
  /** Requests of every attempt of the session that are not answered yet. */
  listAsking(sessionId: string): Promise<Iterable<AskingFile>>;
  /** Writes the answer beside the request; its author is waiting for it. */
  answerAsking(file: Pick<AskingFile, 'key'>, answer: string): Promise<void>;
  /** True when the author of a request no longer waits for its answer. */
  hasAskerLeft(file: Pick<AskingFile, 'key'>): Promise<boolean>;
  /** True when the author of a request says that it has read the answer. */
  wasAnswerHeard(file: Pick<AskingFile, 'key'>): Promise<boolean>;
  /** Puts a result into the attempt's folder on the agent's behalf. */
  writeResult(ref: AttemptRef, json: string): Promise<void>;
  /** The agent's result.json of this attempt, if it wrote one. */
  readResult(ref: AttemptRef): Promise<WrittenResult | null>;
  /** Lines of stderr.log from a position on. */
  readErrorLines(ref: AttemptRef, from: number): Promise<EventLines>;
  /** The last lines of stderr.log, for a reason that a person can use. */
  readErrors(ref: AttemptRef): Promise<string>;
  /** Lines of the transcript and of its parts that are new since the cursor, file by file. */
  readTranscript(paths: TranscriptPaths, from: TranscriptCursor): Promise<readonly TranscriptLines[]>;
  /** True when the CLI's own transcript is there, and its lines are as wanted. */
  hasTranscript(file: string, isWanted?: (lines: Iterable<string>) => boolean): Promise<boolean>;
  /** What its processes used so far: CPU time and memory. */
  observeUse(ref: AttemptRef): Promise<ResourceUse>;
  /** The same, kept for when it cannot be seen any more, and the limit of memory that it was started with. */
  ensureUseNoted(ref: AttemptRef): Promise<ResourceUse & Readonly<{ limitMb: number | null }>>;
  /** The limits of its process as they hold now; null without any, or without a process. */
  observeHolding(ref: AttemptRef): Promise<Holding | null>;
  /** Bytes on disk of the whole session folder. */
  observeDisk(sessionId: string): Promise<number>;
}
