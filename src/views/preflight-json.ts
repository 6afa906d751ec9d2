import type {
  ConflictAnswer,
  DetectedSessionAnswer,
  PreflightAnswer,
  RecommendationAnswer,
} from '../contract/answer/preflight.ts';
import type { Presence } from '../domain/participant/presence.ts';
import type { DetectedSession } from '../domain/preflight/detect-sessions.ts';
import type { Conflict } from '../domain/preflight/find-conflicts.ts';
import type { Recommendation } from '../domain/preflight/recommend.ts';
import { participantJson } from './participant-json.ts';
import { conflictText, recommendationText } from './preflight-sentence.ts';
import { renderInstant } from './time.ts';

const statusOf = ({ isStale }: Readonly<{ isStale: boolean }>): 'active' | 'stale' =>
  isStale ? 'stale' : 'active';

const seconds = (at: number): number => Math.floor(at / 1000);

export const sessionJson = (session: DetectedSession): DetectedSessionAnswer => ({
  id: session.id,
  display: session.display,
  base_agent: session.base,
  created_ts: seconds(session.createdAt),
  track: session.track,
  beads_claimed: [...session.items],
  files_reserved: [...session.files],
  last_heartbeat: seconds(session.seenAt),
  status: statusOf(session),
  created_at: renderInstant(session.createdAt),
  last_seen_at: renderInstant(session.seenAt),
});

export const conflictJson = (conflict: Conflict): ConflictAnswer => ({
  kind: conflict.kind,
  session: conflict.session,
  other: conflict.other.id,
  other_display: conflict.other.display,
  other_status: statusOf(conflict.other),
  ours: [...conflict.ours],
  theirs: [...conflict.theirs],
  text: conflictText(conflict),
});

export const recommendationJson = (recommendation: Recommendation): RecommendationAnswer => ({
  action: recommendation.action,
  session: recommendation.peer?.id ?? null,
  text: recommendationText(recommendation),
});

type Look = Readonly<{
  self: Presence | null;
  others: readonly (DetectedSession & Readonly<{ kind: 'joined' | 'session' | 'outside' }>)[];
  conflicts: readonly Conflict[];
  recommendations: readonly Recommendation[];
  warnings: readonly string[];
}>;

export const preflightJson = ({
  self,
  others,
  conflicts,
  recommendations,
  warnings,
}: Look): PreflightAnswer => ({
  self: self === null ? null : participantJson(self),
  active_sessions: others.map((other) => ({ ...sessionJson(other), kind: other.kind })),
  conflicts: conflicts.map(conflictJson),
  recommendations: recommendations.map(recommendationJson),
  warnings: [...warnings],
});
