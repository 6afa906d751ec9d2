import type { Session } from '../../domain/session/session.ts';

const LONGEST_WAIT_MS = 30_000;
const SHARE_OF_WAIT = 0.1;

type Rechecked = Pick<Session, 'state' | 'mode' | 'stateSince'>;

/**
 * When a session must be looked at again because what it waits for shows in no row and in no file that a
 * sweep looks at: a screen, a budget that has room again, an asker that left. Null when there is nothing of
 * the kind.
 */
export function decideRecheck(
  { state, mode, stateSince }: Rechecked,
  { sweepMs, now }: Readonly<{ sweepMs: number; now: number }>,
): number | null {
  switch (state) {
    case 'starting':
    case 'stopping':
      return now + sweepMs;
    case 'working':
      return mode === 'interactive' ? now + sweepMs : null;
    case 'waiting': {
      // Who has waited long can wait a little longer.
      const waitMs = Math.max(sweepMs, SHARE_OF_WAIT * (now - stateSince));
      return now + (mode === 'interactive' ? sweepMs : Math.min(Math.max(sweepMs, LONGEST_WAIT_MS), waitMs));
    }
    default:
      return null;
  }
}
