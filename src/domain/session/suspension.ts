import { holdsSlot, isOver, type SessionState } from './session.ts';

/** Why a session may not work for now, for a reason that it shares with others: a pause, or an interrupt. */
export type Suspension = Readonly<{ text: string }>;

/** `stop-work`: process and place are let go. `begin-nothing`: whatever is queued or answered waits. */
export type SuspensionMove = 'none' | 'stop-work' | 'begin-nothing';

export function decideSuspension(state: SessionState, suspension: Suspension | null): SuspensionMove {
  if (suspension === null || state === 'stopping' || isOver({ state })) return 'none';
  return holdsSlot(state) ? 'stop-work' : 'begin-nothing';
}
