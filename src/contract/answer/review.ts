import * as z from 'zod/mini';
import { TextOrNull } from './parts.ts';
import { EndedSessionAnswer } from './report.ts';

export const ReviewsAnswer = z.object({
  reviews: z.readonly(
    z.array(
      z.extend(EndedSessionAnswer, {
        /** The command that had to pass before it counted as done. */
        gate: TextOrNull,
      }),
    ),
  ),
});
export type ReviewsAnswer = z.infer<typeof ReviewsAnswer>;

/** What became of work that was not wanted. */
export const DroppedAnswer = z.object({
  session_id: z.string(),
  branch: z.string(),
  /** A branch that is checked out somewhere is kept. */
  branch_is: z.enum(['deleted', 'kept', 'absent']),
  /** Where all of it can still be found: swarm rescue show. */
  rescues: z.readonly(z.array(z.string())),
});
export type DroppedAnswer = z.infer<typeof DroppedAnswer>;
