import * as z from 'zod/mini';
import { Instant, InstantOrNull, TextOrNull } from './parts.ts';

export const ParticipantAnswer = z.object({
  id: z.string(),
  display: z.string(),
  base_agent: z.string(),
  /** Unix time, in seconds. */
  created_ts: z.int(),
  track: TextOrNull,
  beads_claimed: z.array(z.string()),
  files_reserved: z.array(z.string()),
  /** Unix time, in seconds. */
  last_heartbeat: z.int(),
  status: z.enum(['active', 'stale', 'ended']),
  kind: z.enum(['joined', 'session']),
  session_id: TextOrNull,
  cli: TextOrNull,
  work_dir: TextOrNull,
  created_at: Instant,
  last_seen_at: Instant,
  ended_at: InstantOrNull,
  end_reason: z.nullable(z.enum(['left', 'expired', 'taken-over'])),
  taken_by: TextOrNull,
});
export type ParticipantAnswer = z.infer<typeof ParticipantAnswer>;

export const ParticipantListAnswer = z.object({ participants: z.array(ParticipantAnswer) });
export type ParticipantListAnswer = z.infer<typeof ParticipantListAnswer>;

export const HeartbeatAnswer = z.object({ id: z.string(), last_heartbeat: z.int() });
