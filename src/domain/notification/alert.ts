import type { Session } from '../session/session.ts';

type SessionProgress = Pick<Session, 'state' | 'stateSince' | 'failures'>;

/**
 * Since when a session has not moved on by itself, though it should; null for one that waits for a person,
 * for its turn, or for a limit that ends.
 */
export function stillSince(session: SessionProgress, lastSignAt: number | null): number | null {
  switch (session.state) {
    case 'starting':
      return session.stateSince;
    case 'working':
      return Math.max(session.stateSince, lastSignAt ?? 0);
    case 'parked':
      return session.failures > 0 ? session.stateSince : null;
    default:
      return null;
  }
}

/** Those whose time has come, and when the next one's does. */
export function splitDue<T>(
  ones: readonly T[],
  dueAt: (one: T) => number,
  now: number,
): Readonly<{ due: readonly T[]; nextAt: number | null }> {
  const later = ones.map(dueAt).filter((at) => at > now);
  return {
    due: ones.filter((one) => dueAt(one) <= now),
    nextAt: later.length === 0 ? null : Math.min(...later),
  };
}
