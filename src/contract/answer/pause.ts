import * as z from 'zod/mini';
import { Instant } from './parts.ts';

/** The pause of the project, and the sessions at work that it stops. */
export const PausedProjectAnswer = z.object({
  paused: z.literal(true),
  by: z.string(),
  reason: z.string(),
  since: Instant,
  stopped: z.readonly(z.array(z.string())),
});

/** False: there was no pause to end. */
export const UnpausedProjectAnswer = z.object({ was_paused: z.boolean() });
