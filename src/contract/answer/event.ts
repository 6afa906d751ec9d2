import * as z from 'zod/mini';
import { Count, Instant, TextOrNull } from './parts.ts';

/** One line of the journal. */
export const EventAnswer = z.object({
  seq: Count,
  at: Instant,
  session_id: TextOrNull,
  run_id: TextOrNull,
  work_id: TextOrNull,
  loop_id: TextOrNull,
  by: z.string(),
  event: z.string(),
  from_state: TextOrNull,
  to_state: TextOrNull,
  note: z.string(),
});
export type EventAnswer = z.infer<typeof EventAnswer>;

/** Oldest first. */
export const EventListAnswer = z.object({ events: z.array(EventAnswer) });
export type EventListAnswer = z.infer<typeof EventListAnswer>;
