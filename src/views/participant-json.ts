import type { ParticipantAnswer, ParticipantListAnswer } from '../contract/answer/participant.ts';
import type { Presence } from '../domain/participant/presence.ts';
import { displayName } from './participant-name.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';

const SECOND_MS = 1_000;

export const participantJson = (one: Presence): ParticipantAnswer => ({
  id: one.id,
  display: displayName(one),
  base_agent: one.baseName,
  created_ts: Math.floor(one.joinedAt / SECOND_MS),
  track: one.track,
  beads_claimed: [...one.items],
  files_reserved: [...one.files],
  last_heartbeat: Math.floor(one.seenAt / SECOND_MS),
  status: one.status,
  kind: one.kind,
  session_id: one.kind === 'session' ? one.id : null,
  cli: one.cli,
  work_dir: one.workDir,
  created_at: renderInstant(one.joinedAt),
  last_seen_at: renderInstant(one.seenAt),
  ended_at: renderInstantOrNull(one.endedAt),
  end_reason: one.endReason,
  taken_by: one.takenBy,
});

export const participantListJson = (presences: readonly Presence[]): ParticipantListAnswer => ({
  participants: presences.map(participantJson),
});
