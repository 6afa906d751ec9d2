import type { Session } from '../../domain/session/session.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { RoundDeps } from '../deps.ts';
import { intakeEnded } from '../plan/intake-ended.ts';
import { hasUntaken } from '../session/untaken.ts';

/** The session rests, nothing is queued for it, and everything that it sent was taken in. */
export const isTurnOver = async (deps: RoundDeps, session: Session): Promise<boolean> =>
  (await listEndedTurns(deps, session.id)) !== null && !(await hasUnread(deps, session));

/** The turns of a session that rests; null while one of them goes on. */
export async function listEndedTurns(
  { store }: RoundDeps,
  sessionId: string,
): Promise<readonly Turn[] | null> {
  const turns = await store.listTurns(sessionId);
  // Read after its turns: one that it began since would look like a turn of an attempt before.
  const session = await store.findSession(sessionId);
  if (session?.state !== 'idle' || turns.some((turn) => isUnfinished(session, turn))) return null;
  return turns;
}

// A turn that asked and whose process has left stays open, and the turn with the answer goes on with it.
const isUnfinished = ({ attempt }: Session, turn: Turn): boolean =>
  turn.state === 'queued' || (isOpenTurn(turn) && turn.attempt === attempt);

export const hasUnread = async (deps: RoundDeps, session: Session): Promise<boolean> =>
  (await deps.outboxes.listOfSession(session.id)).length > 0 ||
  (await hasUntaken(deps, session.id)) ||
  intakeEnded(deps, session);
