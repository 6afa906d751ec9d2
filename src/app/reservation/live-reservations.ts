import type { Participant } from '../../domain/participant/participant.ts';
import { isHeldAt, type Reservation } from '../../domain/reservation/reservation.ts';
import { isOver } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

type HasEnded = (holder: Participant) => boolean | Promise<boolean>;

/** By the rows alone. One that only was silent for long may still be found at work. */
const byItsRow: HasEnded = ({ state }) => state === 'ended';

/** Reservations that bind others: held, not run out, and their holder is still there. Oldest first. */
export async function listLiveReservations(
  store: Store,
  at: number,
  hasEnded: HasEnded = byItsRow,
): Promise<readonly Reservation[]> {
  const held = (await store.listReservations({ state: 'held' })).filter((one) => isHeldAt(one, at));
  const holders = new Map<string, boolean>();
  for (const { holder } of held) {
    if (!holders.has(holder)) holders.set(holder, await isThere(store, holder, hasEnded));
  }
  return held.filter(({ holder }) => holders.get(holder));
}

async function isThere(store: Store, holder: string, hasEnded: HasEnded): Promise<boolean> {
  const participant = await store.findParticipant(holder);
  if (participant) return !(await hasEnded(participant));
  const session = await store.findSession(holder);
  return session !== undefined && !isOver(session);
}
