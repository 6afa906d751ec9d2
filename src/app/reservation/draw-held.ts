import type { Config } from '../../contract/config.ts';
import type { CaseRule } from '../../domain/reservation/glob.ts';
import type { Reservation } from '../../domain/reservation/reservation.ts';
import type { HeldFile } from '../../runtime/files/held-file.ts';
import type { Store } from '../../store/store.ts';
import { displayName } from '../../views/participant-name.ts';
import { type DrawnReservation, renderReservationFile } from '../../views/reservation-file.ts';
import type { VerbDeps } from '../deps.ts';
import { listLiveReservations } from './live-reservations.ts';

export type DrawHeldDeps = Pick<VerbDeps, 'store' | 'clock'> &
  Readonly<{
    config: Pick<Config, 'reservations'>;
    observeCaseRule: () => Promise<CaseRule>;
    heldFile: HeldFile;
  }>;

/** Draws for the hooks which files are reserved alone. Where nothing is enforced, they find nothing. */
export async function drawHeld(deps: DrawHeldDeps): Promise<void> {
  const { enforce } = deps.config.reservations;
  if (enforce === 'off') return deps.heldFile.ensureGone();
  const rule = await deps.observeCaseRule();
  await deps.heldFile.draw(async () => {
    const live = await listLiveReservations(deps.store, deps.clock.now());
    const held = live.filter(({ isExclusive }) => isExclusive).map((one) => drawnOf(deps.store, one));
    return renderReservationFile(enforce, await Promise.all(held), rule);
  });
}

async function drawnOf(store: Store, reservation: Reservation): Promise<DrawnReservation> {
  const { glob, expiresAt, createdAt, holder: holderId } = reservation;
  const joined = await store.findParticipant(holderId);
  const session = joined ? undefined : await store.findSession(holderId);
  return {
    glob,
    expiresAt,
    createdAt,
    holderId,
    holder: joined ? displayName(joined) : holderId,
    conversationId: joined?.conversationId ?? session?.conversationId ?? null,
    pid: joined?.anchor?.pid ?? null,
  };
}
