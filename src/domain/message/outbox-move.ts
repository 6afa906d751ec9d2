/** The observation of a file that its author may still be writing. */
export type OutboxObservation = Readonly<{
  isJson: boolean;
  isTooLarge: boolean;
  /** How long it has not changed. */
  quietMs: number;
  /** Its author has ended its turn, so it writes no more. */
  isTurnOver: boolean;
}>;

export type OutboxMove = 'intake' | 'refuse' | 'wait';

/** Debounce: an incomplete file that has not changed for so long is final. */
export const OUTBOX_QUIET_MS = 1_000;

/** A file is rejected only when it has stopped changing, or when the turn has ended. */
export function decideOutboxMove({ isJson, isTooLarge, quietMs, isTurnOver }: OutboxObservation): OutboxMove {
  if (isJson && !isTooLarge) return 'intake';
  return isTurnOver || quietMs >= OUTBOX_QUIET_MS ? 'refuse' : 'wait';
}
