import * as z from 'zod/mini';
import { USAGE_BY } from '../usage.ts';
import { Count, InstantOrNull, TextOrNull } from './parts.ts';

const usage = {
  sessions: Count,
  attempts: Count,
  messages: Count,
  tool_calls: Count,
  input_tokens: Count,
  output_tokens: Count,
  cost_usd: z.number(),
  duration_ms: z.number(),
  /** Of attempts that are over; null where none of them tells. */
  cpu_seconds: z.nullable(z.number()),
  peak_memory_mb: z.nullable(z.number()),
};

export const UsageAnswer = z.object(usage);
export type UsageAnswer = z.infer<typeof UsageAnswer>;

export const UsageListAnswer = z.object({
  by: z.enum(USAGE_BY),
  /** Null: from the beginning. */
  since: InstantOrNull,
  /** `of` is the day, persona, run, session or work item; null for what belongs to none. */
  usage: z.array(z.object({ of: TextOrNull, title: TextOrNull, ...usage })),
  total: UsageAnswer,
});
export type UsageListAnswer = z.infer<typeof UsageListAnswer>;
