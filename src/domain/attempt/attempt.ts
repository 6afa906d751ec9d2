import type { Awaited } from './awaited.ts';
import type { TranscriptCursor } from './transcript.ts';

/** The agent CLI cannot go on and tries again by itself; `problem` is as at the end of a turn. */
export type Stall = Readonly<{ since: number; text: string; problem: string | null }>;

/** What the turn in progress has taken so far, as its messages tell; its end tells it exactly. */
export type TurnUsage = Readonly<{
  messageId: string;
  inputTokens: number;
  outputTokens: number;
  /** What that costs at most; left out where it is not known. */
  mostUsd?: number;
}>;

/** One OS process that serves a session, and how far its record has been read. */
export type Attempt = Readonly<{
  sessionId: string;
  number: number;
  hostId: string;
  conversationId: string | null;
  /** True when it was started to go on with an existing conversation. */
  resumed: boolean;
  openedAt: number;
  heardAt: number | null;
  endedAt: number | null;
  exitCode: number | null;
  /**
   * Bytes of events.jsonl that are taken in, and bytes of output.log, tools.jsonl and errors.jsonl drawn from
   * them: saved with the facts.
   */
  eventsCursor: number;
  /** Bytes of stderr.log that are read, of a CLI that tells there what it tries again. */
  stderrCursor: number;
  outputBytes: number;
  toolsBytes: number;
  errorsBytes: number;
  /** The CLI's id of the prompt that was submitted last on its screen, or ended last. */
  promptId: string | null;
  /** How far the CLI's own transcript is taken in, where it tells more than the record. */
  transcript: TranscriptCursor;
  lastEventAt: number | null;
  /** What was heard up to the cursor, for an agent that speaks a protocol. */
  protocolState: string | null;
  /** Null as soon as it goes on. */
  stall: Stall | null;
  turnUsage: TurnUsage | null;
  messages: number;
  tools: number;
  /** The tool that was begun last, as long as any is at work, and how many are. */
  currentTool: string | null;
  openTools: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  /** What the CLI's own running total was when this process had spent nothing; null until it is told. */
  costBaseUsd: number | null;
  /** What goes on in the background, as its CLI tells. */
  awaited: readonly Awaited[];
  unknownEvents: number;
  brokenLines: number;
  /** What it said last, for a CLI whose end of a turn does not repeat it. */
  lastSaid: string | null;
  /** The agent's last words of its last finished turn, and whether it called them an error. */
  lastResult: string | null;
  lastResultOk: boolean | null;
  /** The most money that its process was allowed; 0 once it should leave for one with a new allowance. */
  capMicroUsd: number | null;
  /** What its accounts reserve for the turn in progress, and the day of that reservation. */
  reservedMicroUsd: number;
  reservedTokens: number;
  reservedDay: string | null;
  /** What its processes used, once it is over; null where nothing told. */
  cpuMs: number | null;
  peakKb: number | null;
}>;

/** How far the files drawn from records have come; the next attempt of a session goes on from there. */
export type DrawnBytes = Pick<Attempt, 'outputBytes' | 'toolsBytes' | 'errorsBytes'>;
export const NOTHING_DRAWN: DrawnBytes = { outputBytes: 0, toolsBytes: 0, errorsBytes: 0 };

/** It has done or said something: whatever goes wrong after that is a failure of its own. */
export const hasProgressed = (attempt: Pick<Attempt, 'messages' | 'tools'> | null): boolean =>
  attempt !== null && attempt.messages + attempt.tools > 0;
