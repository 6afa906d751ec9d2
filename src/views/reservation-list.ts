import type { ReservationAnswer, ReservationListAnswer } from '../contract/answer/reservation.ts';
import type { Reservation } from '../domain/reservation/reservation.ts';
import { shortLine } from './one-line.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderMinute } from './time.ts';

const CELL_LETTERS = 60;

export function renderReservations(reservations: readonly Reservation[]): string {
  if (reservations.length === 0) return 'No reservations\n';
  const rows = reservations.map((one) => [
    shortLine(one.glob, CELL_LETTERS),
    one.holder,
    one.isExclusive ? 'exclusive' : 'shared',
    renderMinute(one.createdAt),
    one.expiresAt === null ? '-' : renderMinute(one.expiresAt),
    shortLine(one.reason ?? '-', CELL_LETTERS),
  ]);
  return renderTable([['FILES', 'HOLDER', 'KIND', 'SINCE', 'UNTIL', 'REASON'], ...rows]);
}

const reservationJson = (one: Reservation): ReservationAnswer => ({
  id: one.id,
  glob: one.glob,
  holder: one.holder,
  exclusive: one.isExclusive,
  reason: one.reason,
  status: one.state,
  created_at: renderInstant(one.createdAt),
  expires_at: renderInstantOrNull(one.expiresAt),
  released_at: renderInstantOrNull(one.releasedAt),
  release_reason: one.releaseReason,
});

export const reservationListJson = (reservations: readonly Reservation[]): ReservationListAnswer => ({
  reservations: reservations.map(reservationJson),
});
