import type { LiveSession } from '../../domain/session/live-session.ts';
import { holdsSlot } from '../../domain/session/session.ts';

/**
 * Who should look again now that a slot may be free: as many newcomers as there are slots, and all who rest
 * and have something to do. A newcomer in a run may have no task yet, and must not stand before one who has.
 */
export function listWaiting(live: readonly LiveSession[], limit: number): string[] {
  const free = limit - live.filter(({ state }) => holdsSlot(state)).length;
  if (free <= 0) return [];
  const newcomers = live.filter(({ state }) => state === 'created');
  const ofRuns = newcomers.filter(({ runId }) => runId !== null);
  const alone = newcomers.filter(({ runId }) => runId === null).slice(0, free);
  const resting = live.filter(
    ({ state, hasQueued }) => state === 'waiting' || (state === 'idle' && hasQueued),
  );
  return [...resting, ...ofRuns, ...alone].map(({ id }) => id);
}
