import type { LiveSession } from '../../src/domain/session/live-session.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';

/** What a sweep looks at of a session. */
export function briefly(session: Session, turns: readonly Turn[]): LiveSession {
  const { id, runId, role, state, version, attempt, mode, metadata, stateSince } = session;
  const hasQueued = turns.some((turn) => turn.state === 'queued');
  return { id, runId, role, state, version, attempt, mode, metadata, stateSince, hasQueued };
}
