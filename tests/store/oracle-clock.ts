import type { HostClock } from '../../src/domain/clock/host-clock.ts';
import type { Write } from '../../src/store/store.ts';
import { Refused } from './oracle-guards.ts';
import type { Rows } from './oracle-rows.ts';

type WriteOf<K extends Write['kind']> = Extract<Write, { kind: K }>;

export function saveClock(clocks: Map<string, HostClock>, { from, to }: WriteOf<'save-clock'>): null {
  if (clocks.get(to.hostId)?.version !== from?.version) throw new Refused({ saved: false, why: 'stale' });
  clocks.set(to.hostId, to);
  return null;
}

/** Moves what clocks count from, row by row. */
export function skipTime(rows: Rows, { hostId, ms, leaseMs, before }: WriteOf<'skip-time'>) {
  const isOver = (state: string): boolean => ['completed', 'failed', 'killed'].includes(state);
  const live = rows.sessions.filter((it) => it.hostId === hostId && !isOver(it.state));
  const isLive = (sessionId: string | null): boolean => live.some(({ id }) => id === sessionId);
  const later = (at: number | null): number | null => (at === null ? null : at + ms);
  rows.sessions = rows.sessions.map((it) => {
    if (!isLive(it.id) && !(it.hostId === null && !isOver(it.state))) return it;
    const { stateSince, workingSince, version } = it;
    return { ...it, stateSince: stateSince + ms, workingSince: later(workingSince), version: version + 1 };
  });
  rows.attempts = rows.attempts.map((it) =>
    it.hostId === hostId && it.endedAt === null && isLive(it.sessionId)
      ? { ...it, lastEventAt: later(it.lastEventAt) }
      : it,
  );
  rows.turns = rows.turns.map((it) =>
    (it.state === 'handed' || it.state === 'seen') && isLive(it.sessionId)
      ? { ...it, changedAt: it.changedAt + ms }
      : it,
  );
  rows.runs = rows.runs.map((it) =>
    it.hostId === hostId && it.runningSince !== null
      ? { ...it, runningSince: it.runningSince + ms, version: it.version + 1 }
      : it,
  );
  rows.works = rows.works.map((it) => {
    const { leaseUntil, sessionId } = it;
    const holder = it.holder ?? '';
    const isHere =
      sessionId === null ? !holder.includes('@') || holder.endsWith(`@${hostId}`) : isLive(sessionId);
    if (it.state !== 'claimed' || leaseUntil === null || leaseUntil <= before || !isHere) return it;
    return { ...it, leaseUntil: leaseUntil + leaseMs, version: it.version + 1 };
  });
  return [null, 'clock-jumped', null, null] as const;
}
