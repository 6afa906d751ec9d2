import type { LiveSession } from '../../src/domain/session/live-session.ts';
import { isOver, type Session } from '../../src/domain/session/session.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import type { SessionFilter } from '../../src/store/store.ts';
import { order } from './oracle-order.ts';

/** What a sweep looks at of a session. */
export function briefly(session: Session, turns: readonly Turn[]): LiveSession {
  const { id, hostId, runId, role, state, version, attempt, mode, metadata, stateSince } = session;
  const hasQueued = turns.some((turn) => turn.state === 'queued');
  const isDependent = session.dependencies !== null && attempt === 0;
  return {
    id,
    hostId,
    runId,
    role,
    state,
    version,
    attempt,
    mode,
    metadata,
    stateSince,
    hasQueued,
    isDependent,
  };
}

export const matchingSessions = (sessions: readonly Session[], filter: SessionFilter): Session[] =>
  sessions.filter(
    (it) =>
      (!filter.states || filter.states.includes(it.state)) &&
      (filter.persona === undefined || it.persona === filter.persona) &&
      (filter.tag === undefined || it.tags.includes(filter.tag)) &&
      (filter.runId === undefined || it.runId === filter.runId) &&
      (filter.workId === undefined || it.workId === filter.workId) &&
      (filter.since === undefined || it.createdAt >= filter.since) &&
      (filter.until === undefined || it.createdAt < filter.until) &&
      (filter.archived === undefined || (it.archivedAt !== null) === filter.archived),
  );

const byCreation = (a: Session, b: Session): number => a.createdAt - b.createdAt || order(a.id, b.id);

export const childrenOf = (sessions: readonly Session[], parentId: string): Session[] =>
  sessions.filter((it) => it.parentId === parentId).sort(byCreation);

export const dependentSessions = (sessions: readonly Session[]): Session[] =>
  sessions.filter((it) => !isOver(it) && it.attempt === 0 && it.dependencies !== null).sort(byCreation);

type Ends = Readonly<{ since: number; limit: number }>;

const byEnd = (a: Session, b: Session): number => (a.endedAt ?? 0) - (b.endedAt ?? 0) || order(a.id, b.id);

export const failedSessions = (sessions: readonly Session[], { since, limit }: Ends): Session[] =>
  sessions
    .filter((it) => it.state === 'failed' && it.endedAt !== null && it.endedAt >= since)
    .sort(byEnd)
    .slice(0, limit);

export const endedSessions = (sessions: readonly Session[], { since, limit }: Ends): Session[] =>
  sessions
    .filter((it) => isOver(it) && it.endedAt !== null && it.endedAt >= since)
    .sort((a, b) => byEnd(b, a))
    .slice(0, limit);
