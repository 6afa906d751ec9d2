import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

/** One loop over the queue. */
export const LoopAnswer = z.object({
  loop_id: z.string(),
  state: z.enum(['running', 'waiting', 'paused', 'stopping', 'finished']),
  persona: z.string(),
  cli: TextOrNull,
  model: TextOrNull,
  concurrency: Count,
  max_waiting: Count,
  max_iterations: Count,
  until_empty: z.boolean(),
  delay_ms: Count,
  work_dir: TextOrNull,
  rig: TextOrNull,
  label: TextOrNull,
  actor: TextOrNull,
  iteration: Count,
  done: Count,
  failed: Count,
  consecutive_failures: Count,
  at_work: z.readonly(
    z.array(
      z.object({
        iteration: Count,
        session_id: z.string(),
        work_item: z.string(),
        is_set_aside: z.boolean(),
        held_because: TextOrNull,
        rescue: TextOrNull,
      }),
    ),
  ),
  question_id: TextOrNull,
  reason: TextOrNull,
  next_at: InstantOrNull,
  created_at: Instant,
  ended_at: InstantOrNull,
});
export type LoopAnswer = z.infer<typeof LoopAnswer>;

/** With the ids of loops that are not over either. */
export const StartedLoopAnswer = z.extend(LoopAnswer, { other_loops: z.readonly(z.array(z.string())) });

export const LoopListAnswer = z.object({ loops: z.readonly(z.array(LoopAnswer)) });
export type LoopListAnswer = z.infer<typeof LoopListAnswer>;
