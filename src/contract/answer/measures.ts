import * as z from 'zod/mini';
import { Count } from './parts.ts';

const Counts = z.record(z.string(), Count);
const AgeOrNull = z.nullable(z.number());

/** How much there is of everything; ages are in milliseconds, null where there is nothing. */
export const ProjectMeasuresAnswer = z.object({
  /** By state. */
  sessions: Counts,
  personas: z.array(
    z.object({
      persona: z.string(),
      sessions: Counts,
      attempts: Count,
      tool_calls: Count,
      input_tokens: Count,
      output_tokens: Count,
      cost_usd: z.number(),
    }),
  ),
  /** Work items by state. */
  work: Counts,
  oldest_ready_ms: AgeOrNull,
  /** Open questions by kind. */
  questions: Counts,
  oldest_question_ms: AgeOrNull,
  paused: z.boolean(),
});
export type ProjectMeasuresAnswer = z.infer<typeof ProjectMeasuresAnswer>;
