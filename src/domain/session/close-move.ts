import type { Session, SessionEnding } from './session.ts';

export type CloseMove = 'cancel' | 'end-input' | 'send-term' | 'send-kill';

/** An agent whose work is done gets this long to leave after its input has ended. */
export const LEAVE_MS = 5_000;

/** So long may a turn that is broken off take to say so. */
export const CANCEL_MS = 5_000;

export type Closing = Readonly<{
  ending: SessionEnding | null;
  /** It said it was done before its turn was over: it may finish its sentence. */
  isMidTurn: boolean;
  /** Its turn can be broken off by a word, and was not yet. */
  canCancel?: boolean;
  /** It has no input that could end. */
  isOnScreen: boolean;
  sinceMs: number;
  graceMs: number;
}>;

/**
 * How hard to push a process that should not be there: first its turn is broken off or its input ends, then
 * TERM, then KILL.
 */
export function decideClose(closing: Closing): CloseMove {
  const { sinceMs, graceMs } = closing;
  const politeMs = politeFor(closing);
  if (sinceMs < politeMs) return isCancelling(closing) ? 'cancel' : 'end-input';
  return sinceMs < politeMs + graceMs ? 'send-term' : 'send-kill';
}

/** When the next, harder push is due; null when there is none. */
export function nextPushMs(closing: Closing): number | null {
  const { sinceMs, graceMs } = closing;
  const politeMs = politeFor(closing);
  if (sinceMs < politeMs) return politeMs - sinceMs;
  return sinceMs < politeMs + graceMs ? politeMs + graceMs - sinceMs : null;
}

// What ends for good is not asked.
const isCancelling = ({ ending, canCancel }: Closing): boolean => ending === null && canCancel === true;

function politeFor(closing: Closing): number {
  const { ending, isMidTurn, isOnScreen, graceMs } = closing;
  if (isCancelling(closing)) return CANCEL_MS;
  if (ending !== 'completed') return 0;
  if (isMidTurn) return graceMs;
  return isOnScreen ? 0 : LEAVE_MS;
}

/** By when a process that should not be there is gone at the latest: the whole of its grace is over. */
export function goneBy(
  { ending, stateSince }: Pick<Session, 'ending' | 'stateSince'>,
  graceMs: number,
): number {
  const politeMs = ending === 'completed' ? Math.max(LEAVE_MS, graceMs) : 0;
  return stateSince + politeMs + graceMs;
}
