import * as z from 'zod/mini';
import { ParticipantAnswer } from './participant.ts';
import { Count, Instant, TextOrNull } from './parts.ts';

/** One session that mails tell of; times in seconds since 1970, and in ISO 8601. */
export const DetectedSessionAnswer = z.object({
  id: z.string(),
  display: z.string(),
  base_agent: z.string(),
  created_ts: z.int(),
  track: TextOrNull,
  beads_claimed: z.array(z.string()),
  files_reserved: z.array(z.string()),
  last_heartbeat: z.int(),
  status: z.enum(['active', 'stale']),
  created_at: Instant,
  last_seen_at: Instant,
});
export type DetectedSessionAnswer = z.infer<typeof DetectedSessionAnswer>;

export const ConflictAnswer = z.object({
  kind: z.enum(['track', 'files', 'items']),
  /** Whose plans they are; null: those of the one that asks. */
  session: TextOrNull,
  /** Who has taken it: id, and as people read it. */
  other: z.string(),
  other_display: z.string(),
  other_status: z.enum(['active', 'stale']),
  ours: z.array(z.string()),
  theirs: z.array(z.string()),
  text: z.string(),
});
export type ConflictAnswer = z.infer<typeof ConflictAnswer>;

export const RecommendationAnswer = z.object({
  action: z.enum(['proceed', 'switch', 'wait', 'take-over']),
  session: TextOrNull,
  text: z.string(),
});
export type RecommendationAnswer = z.infer<typeof RecommendationAnswer>;

export const DetectedAnswer = z.object({
  active_sessions: z.array(DetectedSessionAnswer),
  conflicts: z.array(ConflictAnswer),
  recommendations: z.array(RecommendationAnswer),
  /** Entries of the inbox that were no mail. */
  skipped: Count,
});
export type DetectedAnswer = z.infer<typeof DetectedAnswer>;

export const PreflightAnswer = z.object({
  /** The caller; null where it never joined. */
  self: z.nullable(ParticipantAnswer),
  active_sessions: z.array(
    z.extend(DetectedSessionAnswer, { kind: z.enum(['joined', 'session', 'outside']) }),
  ),
  conflicts: z.array(ConflictAnswer),
  recommendations: z.array(RecommendationAnswer),
  warnings: z.array(z.string()),
});
export type PreflightAnswer = z.infer<typeof PreflightAnswer>;

export const FormattedAnswer = z.object({ text: z.string() });
