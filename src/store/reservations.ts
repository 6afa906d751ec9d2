import type { Reservation } from '../domain/reservation/reservation.ts';
import type { Engine } from './engine.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { flag, plain, storable, Table } from './table.ts';
import { where } from './where.ts';

const reservationTable = new Table<Reservation>('reservation', ['id'], () => ({
  id: plain('id'),
  number: plain('number'),
  holder: plain('holder'),
  glob: plain('glob'),
  isExclusive: flag('is_exclusive'),
  reason: plain('reason'),
  state: plain('state'),
  version: plain('version'),
  createdAt: plain('created_at'),
  expiresAt: plain('expires_at'),
  releasedAt: plain('released_at'),
  releaseReason: plain('release_reason'),
}));

/** A writer has looked at all before it adds one: of two with the same number, the second looks again. */
export const reservations = steppedTable(reservationTable, {
  duplicateOf: 'reservation',
  stepped: { state: true, version: true, expiresAt: true, releasedAt: true, releaseReason: true },
  guards: ['version', 'state'],
});

export const reservationReads = (
  engine: Engine,
): Pick<Store, 'findLastReservation' | 'listReservations'> => ({
  findLastReservation: () => reservationTable.find(engine, 'order by number desc limit 1'),
  listReservations: ({ state, holder }) => {
    const { sql, values } = where([
      state !== undefined && { sql: 'state = ?', values: [state] },
      holder !== undefined && { sql: 'holder = ?', values: [storable(holder)] },
    ]);
    return reservationTable.list(engine, `${sql} order by number`, values);
  },
});
