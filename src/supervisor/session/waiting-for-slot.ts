import { holdsSlot, type Session } from '../../domain/session/session.ts';

// Between turns or before the first: these may want a place as soon as there is one.
const MAY_WANT: ReadonlySet<Session['state']> = new Set(['idle', 'waiting']);

/**
 * Who should look again now that a place may be free: as many newcomers as there are places, and all who
 * rest. A newcomer in a run may have no task yet, and must not stand before one who has.
 */
export function listWaiting(live: readonly Session[], limit: number): string[] {
  const free = limit - live.filter(({ state }) => holdsSlot(state)).length;
  if (free <= 0) return [];
  const newcomers = live.filter(({ state }) => state === 'created');
  const ofRuns = newcomers.filter(({ runId }) => runId !== null);
  const alone = newcomers.filter(({ runId }) => runId === null).slice(0, free);
  const resting = live.filter(({ state }) => MAY_WANT.has(state));
  return [...resting, ...ofRuns, ...alone].map(({ id }) => id);
}
