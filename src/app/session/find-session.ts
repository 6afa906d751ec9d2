import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

/** One session, or a refusal that names what lies near. */
export async function findSession(store: Store, sessionId: string): Promise<Outcome<Session>> {
  const session = await store.findSession(sessionId);
  if (session) return accept(session);
  return refuse({ code: 'session-not-found', sessionId, near: await store.listNearIds(sessionId) });
}
