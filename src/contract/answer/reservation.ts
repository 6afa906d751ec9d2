import * as z from 'zod/mini';
import { Instant, InstantOrNull, TextOrNull } from './parts.ts';

export const ReservationAnswer = z.object({
  id: z.string(),
  glob: z.string(),
  holder: z.string(),
  exclusive: z.boolean(),
  reason: TextOrNull,
  status: z.enum(['held', 'released']),
  created_at: Instant,
  expires_at: InstantOrNull,
  released_at: InstantOrNull,
  release_reason: TextOrNull,
});
export type ReservationAnswer = z.infer<typeof ReservationAnswer>;

export const ReservationListAnswer = z.object({ reservations: z.array(ReservationAnswer) });
export type ReservationListAnswer = z.infer<typeof ReservationListAnswer>;
