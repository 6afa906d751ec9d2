import type { Presence } from '../participant/presence.ts';
import type { DetectedSession } from './detect-sessions.ts';
import { displayName } from './session-name.ts';

/** A participant of the project, as preflight shows and compares it. */
export const sessionOfPresence = (presence: Presence): DetectedSession => ({
  id: presence.id,
  base: presence.baseName,
  display: displayName(presence.baseName, presence.joinedAt),
  createdAt: presence.joinedAt,
  seenAt: presence.seenAt,
  isStale: presence.status === 'stale',
  track: presence.track,
  items: presence.items,
  files: presence.files,
});
