import * as z from 'zod/mini';
import { BudgetAnswer, Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

export const StatusAnswer = z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'KILLED']);

/** One session in a list. */
export const SessionRowAnswer = z.object({
  session_id: z.string(),
  agent: z.string(),
  status: StatusAnswer,
  state: z.string(),
  reason: TextOrNull,
  created_at: Instant,
  started_at: InstantOrNull,
  completed_at: InstantOrNull,
  elapsed_seconds: z.nullable(z.number()),
  exit_code: z.nullable(z.int()),
  attempt: Count,
  tags: z.readonly(z.array(z.string())),
  run: TextOrNull,
  work: TextOrNull,
  role: TextOrNull,
});
export type SessionRowAnswer = z.infer<typeof SessionRowAnswer>;

export const SessionListAnswer = z.object({
  sessions: z.array(SessionRowAnswer),
  /** Cursor of the next page. */
  next: TextOrNull,
  totals: z.record(StatusAnswer, Count),
  day_budget: z.nullable(BudgetAnswer),
  paused: z.nullable(z.object({ by: z.string(), reason: TextOrNull, since: Instant })),
});
export type SessionListAnswer = z.infer<typeof SessionListAnswer>;

export const KilledSessionAnswer = z.object({
  session_id: z.string(),
  status: StatusAnswer,
  state: z.string(),
  killed: z.boolean(),
  was_over: z.boolean(),
});
