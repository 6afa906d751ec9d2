import * as z from 'zod/mini';
import { InstantOrNull, TextOrNull } from './parts.ts';

export const TakeoverAnswer = z.object({
  participant: z.string(),
  /** False: it may be taken over, and nothing was done. */
  taken: z.boolean(),
  taken_by: TextOrNull,
  /** Where its uncommitted work was saved; null when all was committed, or nothing was done. */
  rescue: TextOrNull,
  reserved: z.array(z.string()),
  items: z.array(z.string()),
  evidence: z.array(
    z.object({ sign: z.string(), quiet: z.boolean(), last_at: InstantOrNull, text: z.string() }),
  ),
});
export type TakeoverAnswer = z.infer<typeof TakeoverAnswer>;
