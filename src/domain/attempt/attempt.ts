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
  outputBytes: number;
  toolsBytes: number;
  errorsBytes: number;
  lastEventAt: number | null;
  messages: number;
  tools: number;
  /** The tool that was begun last, as long as any is at work, and how many are. */
  currentTool: string | null;
  openTools: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  backgroundTasks: number;
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
}>;

/** How far the files drawn from records have come; the next attempt of a session goes on from there. */
export type Drawn = Pick<Attempt, 'outputBytes' | 'toolsBytes' | 'errorsBytes'>;
export const NOTHING_DRAWN: Drawn = { outputBytes: 0, toolsBytes: 0, errorsBytes: 0 };
