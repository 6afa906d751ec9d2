import { isDeepStrictEqual } from 'node:util';
import type { Participant } from '../../src/domain/participant/participant.ts';
import type { Reservation } from '../../src/domain/reservation/reservation.ts';
import type { Store } from '../../src/store/store.ts';
import { isSame, Refused, refuseIf, replace } from './oracle-guards.ts';
import { isAsked, order } from './oracle-order.ts';
import type { Line, WriteOf } from './oracle-rows.ts';

/** Who is at work here, and what they have reserved. */
export type PresenceRows = { participants: Participant[]; reservations: Reservation[] };

export const noPresenceRows = (): PresenceRows => ({ participants: [], reservations: [] });

const matchingParticipants = (
  { participants }: PresenceRows,
  { state, since = 0 }: Parameters<Store['listParticipants']>[0],
): readonly Participant[] =>
  participants
    .filter((it) => isAsked(state, it.state) && it.seenAt >= since)
    .sort((a, b) => a.joinedAt - b.joinedAt || order(a.id, b.id));

const matchingReservations = (
  { reservations }: PresenceRows,
  { state, holder }: Parameters<Store['listReservations']>[0],
): readonly Reservation[] =>
  reservations
    .filter((it) => isAsked(state, it.state) && isAsked(holder, it.holder))
    .sort((a, b) => a.number - b.number);

type PresenceReads = Pick<
  Store,
  'findParticipant' | 'listParticipants' | 'findLastReservation' | 'listReservations'
>;

export const presenceReads = (rows: () => PresenceRows): PresenceReads => ({
  findParticipant: async (id) => rows().participants.find((it) => it.id === id),
  listParticipants: async (filter) => matchingParticipants(rows(), filter),
  findLastReservation: async () => rows().reservations.toSorted((a, b) => b.number - a.number)[0],
  listReservations: async (filter) => matchingReservations(rows(), filter),
});

type PresenceKind = `${'add' | 'step'}-${'participant' | 'reservation'}` | 'see-participant';

export const PRESENCE_CHANGES: { [K in PresenceKind]: (rows: PresenceRows, write: WriteOf<K>) => Line } = {
  'add-participant': (rows, { participant }) => {
    refuseIf(rows.participants, 'participant', isSame(participant, 'id'));
    refuseIf(
      rows.participants,
      'participant',
      (it) =>
        it.state === 'active' &&
        it.anchor !== null &&
        it.hostId === participant.hostId &&
        isDeepStrictEqual(it.anchor, participant.anchor),
    );
    rows.participants.push(participant);
    return [null, 'participant-joined'];
  },
  'step-participant': (rows, { step: { from, to } }) => {
    const { baseName, cli, conversationId, hostId, joinedAt } = from;
    const settled = { baseName, cli, conversationId, hostId, joinedAt };
    replace(rows.participants, isSame(from, 'id', 'version', 'state', 'seenAt'), () => ({
      ...to,
      ...settled,
    }));
    return [null, `participant-${to.endReason ?? 'changed'}`];
  },
  'see-participant': (rows, { participantId, at }) => {
    const isIt = (it: Participant): boolean => it.id === participantId && it.state === 'active';
    if (!rows.participants.some(isIt)) throw new Refused({ saved: false, why: 'stale' });
    replace(rows.participants, isIt, (it) => ({ ...it, seenAt: Math.max(it.seenAt, at) }));
    return null;
  },
  'add-reservation': (rows, { reservation }) => {
    refuseIf(rows.reservations, 'reservation', (it) => it.id === reservation.id);
    refuseIf(rows.reservations, 'reservation', (it) => it.number === reservation.number);
    rows.reservations.push(reservation);
    return [null, 'files-reserved'];
  },
  'step-reservation': (rows, { step: { from, event, to } }) => {
    const { state, version, expiresAt, releasedAt, releaseReason } = to;
    const stepped = { state, version, expiresAt, releasedAt, releaseReason };
    replace(rows.reservations, isSame(from, 'id', 'version', 'state'), (it) => ({ ...it, ...stepped }));
    return [null, event === 'extend' ? 'files-reserved' : 'files-released'];
  },
};
