import type { Race } from '../../domain/race/race.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';
import type { RaceView } from '../../views/race-view.ts';

/** A race with the sessions of its rivals. */
export async function viewRace(store: Pick<Store, 'findSession'>, race: Race): Promise<RaceView> {
  const sessions = new Map<string, Session>();
  for (const { sessionId } of race.rivals) {
    const session = await store.findSession(sessionId);
    if (session) sessions.set(sessionId, session);
  }
  return { race, sessions };
}

/** Its sessions that are not over, with its judge. */
export async function listLiveOf(
  store: Pick<Store, 'findSession'>,
  { rivals, judgeId }: Race,
): Promise<readonly Session[]> {
  const live: Session[] = [];
  for (const id of [...rivals.map(({ sessionId }) => sessionId), ...(judgeId === null ? [] : [judgeId])]) {
    const session = await store.findSession(id);
    if (session && !isOver(session)) live.push(session);
  }
  return live;
}
