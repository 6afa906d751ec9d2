import { holdsSlot, isOver, type SessionState } from './session.ts';

/**
 * Why a session may not work for now, for a reason outside of it: a pause, an interrupt, or others that work
 * in its stead (`isAside`), while which it may still be ended.
 */
export type Suspension = Readonly<{ text: string; isAside?: true }>;

/** `stop-work`: process and slot are let go. `begin-nothing`: whatever is queued or answered waits. */
export type SuspensionMove = 'none' | 'stop-work' | 'begin-nothing';

export function decideSuspension(state: SessionState, suspension: Suspension | null): SuspensionMove {
  if (suspension === null || state === 'stopping' || isOver({ state })) return 'none';
  return holdsSlot(state) ? 'stop-work' : 'begin-nothing';
}
