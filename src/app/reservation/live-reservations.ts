import { isHeldAt, type Reservation } from '../../domain/reservation/reservation.ts';
import { isOver } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

/** Reservations that bind others: held, not run out, and their holder is still there. Oldest first. */
export async function listLiveReservations(store: Store, at: number): Promise<readonly Reservation[]> {
  const held = (await store.listReservations({ state: 'held' })).filter((one) => isHeldAt(one, at));
  const holders = new Map<string, boolean>();
  for (const { holder } of held) {
    if (!holders.has(holder)) holders.set(holder, await isThere(store, holder));
  }
  return held.filter(({ holder }) => holders.get(holder));
}

async function isThere(store: Store, holder: string): Promise<boolean> {
  const participant = await store.findParticipant(holder);
  if (participant) return participant.state === 'active';
  const session = await store.findSession(holder);
  return session !== undefined && !isOver(session);
}
