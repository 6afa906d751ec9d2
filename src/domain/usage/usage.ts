/** What sums are made by. */
export type UsageBy = 'day' | 'persona' | 'run' | 'session';

/** What attempts used, together. */
export type UsageSum = Readonly<{
  /** The day (UTC) on which they began, the persona, the run or the session; null where there is no run. */
  of: string | null;
  sessions: number;
  attempts: number;
  messages: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  /** How long their processes were there. */
  durationMs: number;
}>;

const NOTHING: UsageSum = {
  of: null,
  sessions: 0,
  attempts: 0,
  messages: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  durationMs: 0,
};

/** All of them together. Sessions count as often as they are named: of days, only of the same one once. */
export const totalOf = (sums: readonly UsageSum[]): UsageSum =>
  sums.reduce(
    (total, sum) => ({
      of: null,
      sessions: total.sessions + sum.sessions,
      attempts: total.attempts + sum.attempts,
      messages: total.messages + sum.messages,
      toolCalls: total.toolCalls + sum.toolCalls,
      inputTokens: total.inputTokens + sum.inputTokens,
      outputTokens: total.outputTokens + sum.outputTokens,
      costUsd: total.costUsd + sum.costUsd,
      durationMs: total.durationMs + sum.durationMs,
    }),
    NOTHING,
  );
