import type { LiveSession } from '../../domain/session/live-session.ts';
import { holdsSlot } from '../../domain/session/session.ts';

/**
 * Who should look again now that a slot may be free: as many newcomers as there are slots, and all who rest
 * and have something to do. A newcomer in a run has to wait for its task first: a plan opens hundreds of
 * roles, and a slot is freed with each of their turns. One that waits for other sessions may not start, and
 * must not stand before one who can.
 */
export function listWaiting(
  live: readonly LiveSession[],
  limit: number,
  isServed: (session: LiveSession) => boolean = () => true,
): string[] {
  const free = limit - live.filter(({ state }) => holdsSlot(state)).length;
  if (free <= 0) return [];
  const served = live.filter(isServed);
  const newcomers = served.filter((one) => one.state === 'created' && !hasNoTask(one));
  const maybe = newcomers.filter(({ runId, isDependent }) => runId !== null || isDependent);
  const alone = newcomers.filter((one) => !maybe.includes(one)).slice(0, free);
  const resting = served.filter(
    ({ state, hasQueued }) => state === 'waiting' || (state === 'idle' && hasQueued),
  );
  return [...resting, ...maybe, ...alone].map(({ id }) => id);
}

/** A role of a run that was opened, and that the run has given nothing to do yet. */
export const hasNoTask = ({ state, runId, hasQueued }: LiveSession): boolean =>
  state === 'created' && runId !== null && !hasQueued;
