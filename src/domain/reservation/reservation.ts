import { accept, type Outcome, refuse } from '../outcome.ts';

export type ReservationState = 'held' | 'released';
export type ReservationEvent = 'extend' | 'release' | 'lapse';

/** A participant's hold on the files that a glob names. Times are epoch milliseconds. */
export type Reservation = Readonly<{
  id: string;
  /** Counts up over all; the next one is free for one writer only. */
  number: number;
  /** The id of a participant or of a session. */
  holder: string;
  /** Relative to the repository's root. */
  glob: string;
  /** Others may not reserve what meets it. Shared ones get along with each other. */
  isExclusive: boolean;
  reason: string | null;
  state: ReservationState;
  version: number;
  createdAt: number;
  /** Null: as long as its holder is there. */
  expiresAt: number | null;
  releasedAt: number | null;
  /** Why it ended: released, lapsed, or how its holder ended. */
  releaseReason: string | null;
}>;

/** Each new one is compared with all of them, and the hooks read all of them at every edit. */
export const HELD_MOST = 300;

export type ReservationPatch = Partial<Pick<Reservation, 'expiresAt' | 'releaseReason'>>;
export type ReservationStep = Readonly<{ from: Reservation; event: ReservationEvent; to: Reservation }>;

// The whole machine. An absent cell is refused; an empty row is final.
const NEXT: Record<ReservationState, Partial<Record<ReservationEvent, ReservationState>>> = {
  held: { extend: 'held', release: 'released', lapse: 'released' },
  released: {},
};

export function stepReservation(
  from: Reservation,
  event: ReservationEvent,
  { at, patch = {} }: Readonly<{ at: number; patch?: ReservationPatch }>,
): Outcome<ReservationStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse({ code: 'reservation-released', glob: from.glob, holder: from.holder });
  const released = state === 'released' ? { releasedAt: at, releaseReason: event } : {};
  return accept({ from, event, to: { ...from, ...released, ...patch, state, version: from.version + 1 } });
}

type NewReservation = Pick<
  Reservation,
  'number' | 'holder' | 'glob' | 'isExclusive' | 'reason' | 'createdAt' | 'expiresAt'
>;

export const heldReservation = (fresh: NewReservation): Reservation => ({
  ...fresh,
  id: `r${fresh.number}`,
  state: 'held',
  version: 1,
  releasedAt: null,
  releaseReason: null,
});

/** Whether it still binds others, as far as its own time tells; its holder may have ended. */
export const isHeldAt = ({ state, expiresAt }: Reservation, at: number): boolean =>
  state === 'held' && (expiresAt === null || expiresAt > at);

type ReservationRequest = Pick<Reservation, 'holder' | 'glob' | 'isExclusive'>;

/** What of others stands in the way. Whether globs meet is asked by `overlaps`. */
export const clashesWith = (
  wanted: ReservationRequest,
  held: readonly Reservation[],
  overlaps: (a: string, b: string) => boolean,
): readonly Reservation[] =>
  held.filter(
    (one) =>
      one.holder !== wanted.holder &&
      (one.isExclusive || wanted.isExclusive) &&
      overlaps(one.glob, wanted.glob),
  );
