import type { SessionEnding } from './session.ts';

export type CloseMove = 'end-input' | 'send-term' | 'send-kill';

/** An agent whose work is done gets this long to leave after its input has ended. */
export const LEAVE_MS = 5_000;

export type Closing = Readonly<{
  ending: SessionEnding | null;
  /** It said it was done before its turn was over: it may finish its sentence. */
  isMidTurn: boolean;
  /** It has no input that could end. */
  isOnScreen: boolean;
  sinceMs: number;
  graceMs: number;
}>;

/** How hard to push a process that should not be there: first its input ends, then TERM, then KILL. */
export function decideClose(closing: Closing): CloseMove {
  const { sinceMs, graceMs } = closing;
  const politeMs = politeFor(closing);
  if (sinceMs < politeMs) return 'end-input';
  return sinceMs < politeMs + graceMs ? 'send-term' : 'send-kill';
}

/** When the next, harder push is due; null when there is none. */
export function nextPushMs(closing: Closing): number | null {
  const { sinceMs, graceMs } = closing;
  const politeMs = politeFor(closing);
  if (sinceMs < politeMs) return politeMs - sinceMs;
  return sinceMs < politeMs + graceMs ? politeMs + graceMs - sinceMs : null;
}

function politeFor({ ending, isMidTurn, isOnScreen, graceMs }: Closing): number {
  if (ending !== 'completed') return 0;
  if (isMidTurn) return graceMs;
  return isOnScreen ? 0 : LEAVE_MS;
}
