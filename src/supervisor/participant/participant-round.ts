import { unwrap } from '../../app/draft.ts';
import { endStale } from '../../app/participant/end-stale.ts';
import type { EvidenceDeps } from '../../app/participant/gather-evidence.ts';
import { type DrawHeldDeps, drawHeld } from '../../app/reservation/draw-held.ts';
import type { Participant } from '../../domain/participant/participant.ts';
import { WINDOW_MS } from '../../domain/participant/presence.ts';
import { stepReservation } from '../../domain/reservation/reservation.ts';
import { isOver } from '../../domain/session/session.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

/** One that was silent and is at work all the same is looked at again after this. */
const LOOK_AGAIN_MS = 5 * 60_000;

export type ParticipantRoundDeps = EvidenceDeps & DrawHeldDeps & Pick<RoundDeps, 'by'>;

/**
 * Ends participants that have been silent past the window with all evidence quiet, and writes down which
 * reservations are over. Nothing depends on it: every look at a reservation minds its time too.
 */
export async function reconcileParticipants(deps: ParticipantRoundDeps): Promise<NextRound> {
  await lapseReservations(deps);
  const active = (await deps.store.listParticipants({ state: 'active' })).filter(
    ({ hostId }) => hostId === deps.hostId,
  );
  const due: number[] = [];
  for (const participant of active) due.push(await expire(deps, participant));
  await drawHeld(deps);
  const held = await deps.store.listReservations({ state: 'held' });
  due.push(...held.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt])));
  return { restUntil: due.length === 0 ? null : Math.min(...due) };
}

/** When to look at it again. */
async function expire(deps: ParticipantRoundDeps, participant: Participant): Promise<number> {
  const now = deps.clock.now();
  if (now - participant.seenAt < WINDOW_MS) return participant.seenAt + WINDOW_MS;
  const note = `${participant.id} was silent for too long`;
  const terms = { event: 'expire', quietMs: WINDOW_MS, by: deps.by, note, takenBy: null } as const;
  const ended = await endStale(deps, participant, terms);
  return ended === 'stale' ? now : now + LOOK_AGAIN_MS;
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
