import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';
import { UsageAnswer } from './usage.ts';

/** What git has of its work; null without a workspace, or where nothing is left of it. */
const WorkAnswer = z.nullable(
  z.object({
    branch: TextOrNull,
    source: z.enum(['workspace', 'branch', 'rescue']),
    commits: Count,
    files: Count,
    added: Count,
    deleted: Count,
    /** Files that are not committed. */
    uncommitted: Count,
  }),
);

export const EndedSessionAnswer = z.object({
  session_id: z.string(),
  title: z.string(),
  agent: z.string(),
  run: TextOrNull,
  ended_at: InstantOrNull,
  reason: TextOrNull,
  reason_text: TextOrNull,
  cost_usd: z.number(),
  work: WorkAnswer,
  /** Whether git was asked: the rest of a long list is not looked at. */
  work_known: z.boolean(),
});
const Ended = z.readonly(z.array(EndedSessionAnswer));

export const ReportAnswer = z.object({
  since: Instant,
  until: Instant,
  completed: Ended,
  failed: Ended,
  killed: Ended,
  /** Only the last ones that ended are listed. */
  cut: z.boolean(),
  questions: z.readonly(
    z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        title: TextOrNull,
        session_id: TextOrNull,
        run_id: TextOrNull,
        text: z.string(),
        options: z.readonly(z.array(z.string())),
        command: z.string(),
      }),
    ),
  ),
  live: z.readonly(
    z.array(z.object({ session_id: z.string(), title: z.string(), state: z.string(), since: Instant })),
  ),
  usage: UsageAnswer,
});
export type ReportAnswer = z.infer<typeof ReportAnswer>;
export type EndedSessionAnswer = z.infer<typeof EndedSessionAnswer>;
