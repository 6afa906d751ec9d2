import type { LiveSession } from '../../domain/session/live-session.ts';
import { holdsSlot } from '../../domain/session/session.ts';

/**
 * Who should look again now that a slot may be free: as many newcomers as there are slots, and all who rest
 * and have something to do. A newcomer in a run may have no task yet, and one that waits for other sessions
 * may not start: neither must stand before one who can.
 */
export function listWaiting(
  live: readonly LiveSession[],
  limit: number,
  isServed: (session: LiveSession) => boolean = () => true,
): string[] {
  const free = limit - live.filter(({ state }) => holdsSlot(state)).length;
  if (free <= 0) return [];
  const served = live.filter(isServed);
  const newcomers = served.filter(({ state }) => state === 'created');
  const maybe = newcomers.filter(({ runId, isDependent }) => runId !== null || isDependent);
  const alone = newcomers.filter((one) => !maybe.includes(one)).slice(0, free);
  const resting = served.filter(
    ({ state, hasQueued }) => state === 'waiting' || (state === 'idle' && hasQueued),
  );
  return [...resting, ...maybe, ...alone].map(({ id }) => id);
}
