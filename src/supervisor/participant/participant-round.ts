import { unwrap } from '../../app/draft.ts';
import { expireSilent } from '../../app/participant/expire-silent.ts';
import { drawHeld } from '../../app/reservation/draw-held.ts';
import { stepReservation } from '../../domain/reservation/reservation.ts';
import { isOver } from '../../domain/session/session.ts';
import type { NextRound } from '../deps.ts';
import { type ServeTakeoverDeps, serveTakeovers } from './serve-takeovers.ts';

export type ParticipantRoundDeps = ServeTakeoverDeps;

/**
 * Ends participants that have been silent past the window with all evidence quiet, and writes down which
 * reservations are over. Nothing depends on it: every look at a reservation minds its time too.
 */
export async function reconcileParticipants(deps: ParticipantRoundDeps): Promise<NextRound> {
  await lapseReservations(deps);
  const due = [...(await expireSilent(deps)), ...(await serveTakeovers(deps))];
  await drawHeld(deps);
  const held = await deps.store.listReservations({ state: 'held' });
  due.push(...held.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt])));
  return { restUntil: due.length === 0 ? null : Math.min(...due) };
}

/** Those whose time is over, and those of a session that is over. */
async function lapseReservations({ store, clock, by }: ParticipantRoundDeps): Promise<void> {
  const at = clock.now();
  for (const held of await store.listReservations({ state: 'held' })) {
    const session = await store.findSession(held.holder);
    const isDue = held.expiresAt !== null && held.expiresAt <= at;
    if (!isDue && !(session && isOver(session))) continue;
    const step = unwrap(stepReservation(held, 'lapse', { at }));
    const journal = { at, by, note: `${held.glob}, reserved by ${held.holder}, is free` };
    await store.commit([{ kind: 'step-reservation', step, journal }]);
  }
}
