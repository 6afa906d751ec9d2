/** What sums are made by; `all` is one sum of everything. */
export type UsageBy = 'all' | 'day' | 'persona' | 'run' | 'session' | 'item';

/** What attempts used, together. */
export type UsageSum = Readonly<{
  /**
   * The day (UTC) on which they began, the persona, the run, the session or the work item; null where there
   * is no run or no work item.
   */
  of: string | null;
  /** Of the session or the work item; null for other sums. */
  title: string | null;
  sessions: number;
  attempts: number;
  messages: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  /** How long their processes were there. */
  durationMs: number;
  /** CPU time of those that are over; null where none of them tells. */
  cpuMs: number | null;
  /** The most memory that one of them used at one time; null where none tells. */
  peakKb: number | null;
}>;

export const NO_USAGE: UsageSum = {
  of: null,
  title: null,
  sessions: 0,
  attempts: 0,
  messages: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  durationMs: 0,
  cpuMs: null,
  peakKb: null,
};
