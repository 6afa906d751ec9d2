/** What is seen of a file that somebody may still be writing. */
export type OutboxSight = Readonly<{
  isJson: boolean;
  isTooLarge: boolean;
  /** How long it has not changed. */
  quietMs: number;
  /** Whoever could be writing it has handed control back. */
  isTurnOver: boolean;
}>;

export type OutboxMove = 'take' | 'refuse' | 'wait';

/** A file that is not whole after so long without a change is taken to be as its author left it. */
export const OUTBOX_QUIET_MS = 1_000;

/** A file is called bad only when it has stopped changing, or when the turn has ended. */
export function decideOutboxMove({ isJson, isTooLarge, quietMs, isTurnOver }: OutboxSight): OutboxMove {
  if (isJson && !isTooLarge) return 'take';
  return isTurnOver || quietMs >= OUTBOX_QUIET_MS ? 'refuse' : 'wait';
}
