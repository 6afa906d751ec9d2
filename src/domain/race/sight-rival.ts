import { isOver, type Session } from '../session/session.ts';
import { statusOf } from '../session/status.ts';
import type { RivalSighting } from './race-move.ts';

type Ending = Pick<RivalSighting, 'is' | 'why' | 'endedAt'>;

/** How a session of a race stands by its row alone. */
export function sightSession(session: Session | undefined): Ending {
  if (!session) return { is: 'lost', why: 'its row is gone', endedAt: null };
  const { state, endedAt } = session;
  const why = describeEnd(session);
  if (!isOver(session)) return { is: state === 'stopping' ? 'leaving' : 'live', why, endedAt };
  return { is: state === 'completed' ? 'completed' : 'lost', why, endedAt };
}

/** "FAILED (crash: it ended with signal 9)". */
function describeEnd({ state, reason, reasonText }: Session): string {
  const words = [reason, reasonText].filter((one) => one !== null && one !== '').join(': ');
  return words === '' ? statusOf(state) : `${statusOf(state)} (${words})`;
}
