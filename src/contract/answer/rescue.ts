import * as z from 'zod/mini';
import { Count, Instant } from './parts.ts';

export const RescueListAnswer = z.object({
  rescues: z.readonly(
    z.array(
      z.object({
        ref: z.string(),
        session_id: z.string(),
        /** Rescues of one session are counted from 1. */
        number: Count,
        commit: z.string(),
        at: Instant,
        subject: z.string(),
      }),
    ),
  ),
});

export const RescueAnswer = z.object({ ref: z.string(), text: z.string() });

/** `folder` is the whole path. */
export const RestoredRescueAnswer = z.object({ ref: z.string(), folder: z.string() });
