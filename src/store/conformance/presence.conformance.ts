import { describe, expect, test } from 'vitest';
import { aNote, T0 } from '../../../tests/store/rows.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { joinedAs, type Participant, stepParticipant } from '../../domain/participant/participant.ts';
import { heldReservation, type Reservation, stepReservation } from '../../domain/reservation/reservation.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const joined = (pid: number, joinedAt = T0): Participant =>
  joinedAs({
    baseName: 'TealReef',
    track: 'api',
    cli: 'claude',
    conversationId: 'c1',
    hostId: 'here',
    anchor: { pid, start: '1', boot: 'b' },
    workDir: '/w',
    joinedAt,
  });
const add = (participant: Participant): Write => ({
  kind: 'add-participant',
  participant,
  journal: aNote('joined'),
});
const reserved = (number: number, holder = 'TealReef-1'): Reservation =>
  heldReservation({
    number,
    holder,
    glob: 'src/**',
    isExclusive: number % 2 === 0,
    reason: 'rewriting',
    createdAt: T0,
    expiresAt: number === 1 ? null : T0 + 5,
  });
const reserve = (reservation: Reservation): Write => ({
  kind: 'add-reservation',
  reservation,
  journal: aNote('reserved'),
});
function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}

export function describePresence(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const end = (from: Participant): Write => ({
    kind: 'step-participant',
    step: unwrap(stepParticipant(from, 'take-over', { at: T0 + 9, patch: { takenBy: 's1' } })),
    journal: aNote('taken over'),
  });

  describe('participants', () => {
    test('a participant comes back with every field, before and after its end', async () => {
      const one = joined(1);
      await save(add(one));
      expect(await on.other.findParticipant(one.id)).toEqual(one);
      await save(end(one));
      expect(await on.other.findParticipant(one.id)).toMatchObject({
        state: 'ended',
        endReason: 'taken-over',
        takenBy: 's1',
        endedAt: T0 + 9,
      });
    });

    test('of two that join in the same millisecond under one name, the second is told', async () => {
      await save(add(joined(1)));
      expect(await on.other.commit([add(joined(2))])).toEqual(duplicateOf('participant'));
      expect(await on.other.commit([add(joined(2, T0 + 1))])).toEqual(SAVED);
    });

    test('one process is one participant, until that has ended', async () => {
      const one = joined(1);
      await save(add(one));
      expect(await on.other.commit([add(joined(1, T0 + 1))])).toEqual(duplicateOf('participant'));
      await save(end(one));
      expect(await on.other.commit([add(joined(1, T0 + 1))])).toEqual(SAVED);
    });

    test('one that stirs while it is taken over keeps its place', async () => {
      const one = joined(1);
      await save(add(one));
      await save({ kind: 'see-participant', participantId: one.id, at: T0 + 7 });
      expect(await on.other.commit([end(one)])).toEqual(STALE);
      expect(await on.other.findParticipant(one.id)).toEqual({ ...one, seenAt: T0 + 7 });
    });

    test('a late sign of life does not turn the clock back, and one that has ended gives none', async () => {
      const one = joined(1);
      await save(add(one));
      await save({ kind: 'see-participant', participantId: one.id, at: T0 - 5 });
      expect((await on.other.findParticipant(one.id))?.seenAt).toBe(T0);
      await save(end(one));
      const late: Write = { kind: 'see-participant', participantId: one.id, at: T0 + 10 };
      expect(await on.store.commit([late])).toEqual(STALE);
    });

    test('they are listed by state and by their last act, in order of joining', async () => {
      const [one, two] = [joined(1, T0 + 3), joined(2, T0)];
      await save(add(one), add(two));
      expect((await on.other.listParticipants({})).map(({ id }) => id)).toEqual([two.id, one.id]);
      expect(await on.other.listParticipants({ since: T0 + 1 })).toEqual([one]);
      await save(end(two));
      expect(await on.other.listParticipants({ state: 'active' })).toEqual([one]);
    });
  });

  describe('reservations', () => {
    test('a reservation comes back with every field, and is released once', async () => {
      const one = reserved(1);
      await save(reserve(one));
      const step = unwrap(stepReservation(one, 'release', { at: T0 + 2 }));
      const release: Write = { kind: 'step-reservation', step, journal: aNote('released') };
      await save(release);
      expect(await on.other.listReservations({})).toEqual([step.to]);
      expect(await on.other.commit([release])).toEqual(STALE);
    });

    test('of two that reserve after the same look, the second has to look again', async () => {
      await save(reserve(reserved(1)));
      expect(await on.other.commit([reserve(reserved(1, 's2'))])).toEqual(duplicateOf('reservation'));
      await save(reserve(reserved(2, 's2')));
      expect((await on.other.findLastReservation())?.holder).toBe('s2');
      expect(await on.other.listReservations({ state: 'held', holder: 's2' })).toHaveLength(1);
    });
  });
}
