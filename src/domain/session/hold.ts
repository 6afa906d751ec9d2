import { holdsSlot, isOver, type SessionState } from './session.ts';

/** Why a session may not work for now, though nothing of its own holds it up. */
export type Hold = Readonly<{ text: string }>;

/** `stop-work`: process and place are let go. `begin-nothing`: whatever is queued or answered waits. */
export type HoldMove = 'none' | 'stop-work' | 'begin-nothing';

export function decideHold(state: SessionState, hold: Hold | null): HoldMove {
  if (hold === null || state === 'stopping' || isOver({ state })) return 'none';
  return holdsSlot(state) ? 'stop-work' : 'begin-nothing';
}
