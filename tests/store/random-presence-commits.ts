import { joinedAs, type Participant } from '../../src/domain/participant/participant.ts';
import { heldReservation, type Reservation } from '../../src/domain/reservation/reservation.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type PresenceKind = `${'add' | 'step'}-${'participant' | 'reservation'}` | 'see-participant';

const participantOf = ({ a, b, c }: Seedling): Participant =>
  joinedAs({
    baseName: one(a, 'TealReef', 'CalmFord'),
    track: one(b, null, 'api'),
    cli: one(c, null, 'claude'),
    conversationId: one(a, null, 'c1'),
    hostId: one(b, 'here', 'there'),
    // As unique as its id: no step may make two active ones share a process.
    anchor: one(c, null, { pid: c % 3, start: one(a, '1', '2'), boot: 'b' }),
    workDir: '/w',
    joinedAt: T0 + (c % 3),
  });

const reservationOf = ({ a, b, c }: Seedling): Reservation =>
  heldReservation({
    number: (c % 5) + 1,
    holder: one(a, 'TealReef-1', 's1'),
    glob: one(b, 'src/**', '*.md'),
    isExclusive: a % 2 === 0,
    reason: one(c, null, 'rewriting it'),
    createdAt: T0 + (b % 3),
    expiresAt: one(a, null, T0 + 5),
  });

/** Writes about participants and what they reserve. */
export const GROW_PRESENCE: Record<PresenceKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-participant': (seedling, known) => {
    const participant = participantOf(seedling);
    known.participants.now.push(participant);
    return { kind: 'add-participant', participant, journal: note(seedling) };
  },
  'step-participant': (seedling, known) => {
    const from = choose(known.participants, seedling, participantOf(seedling));
    const to: Participant = {
      ...from,
      version: from.version + 1,
      state: one(seedling.b, 'active', 'ended'),
      track: one(seedling.c, null, 'web'),
      seenAt: from.seenAt + (seedling.a % 2),
      endedAt: one(seedling.b, null, T0),
      endReason: one(seedling.b, null, 'taken-over'),
      takenBy: one(seedling.b, null, 's1'),
    };
    moved(known.participants, from, to);
    return { kind: 'step-participant', step: { from, event: 'move', to }, journal: note(seedling) };
  },
  'see-participant': (seedling, known) => {
    const { id } = choose(known.participants, seedling, participantOf(seedling));
    return { kind: 'see-participant', participantId: id, at: T0 + (seedling.b % 4) };
  },
  'add-reservation': (seedling, known) => {
    const reservation = reservationOf(seedling);
    known.reservations.now.push(reservation);
    return { kind: 'add-reservation', reservation, journal: note(seedling) };
  },
  'step-reservation': (seedling, known) => {
    const from = choose(known.reservations, seedling, reservationOf(seedling));
    const event = one(seedling.b, 'extend', 'release');
    const isOver = event === 'release';
    const to: Reservation = {
      ...from,
      version: from.version + 1,
      state: isOver ? 'released' : 'held',
      expiresAt: one(seedling.c, null, T0 + 9),
      releasedAt: isOver ? T0 : null,
      releaseReason: isOver ? 'release' : null,
    };
    moved(known.reservations, from, to);
    return { kind: 'step-reservation', step: { from, event, to }, journal: note(seedling) };
  },
};
