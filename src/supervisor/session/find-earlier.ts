import { lastWordsOf } from '../../domain/attempt/go-on.ts';
import { type Earlier, earlierOf, originOf } from '../../domain/session/origin.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';

/** So many sessions before it are told of. */
const MOST_SESSIONS = 10;

type Store = RoundDeps['store'];

/** What is known of the sessions whose work this one goes on with; null where there are none. */
export async function findEarlier(store: Store, session: Session): Promise<Earlier | null> {
  if (originOf(session) === null) return null;
  const spec = await store.findSpec(session.id);
  return earlierOf(spec?.prompt ?? '', await listKnown(store, session));
}

async function listKnown(store: Store, session: Session): Promise<Parameters<typeof earlierOf>[1]> {
  const known: Parameters<typeof earlierOf>[1][number][] = [];
  let id = originOf(session);
  for (let count = 0; id !== null && count < MOST_SESSIONS; count++) {
    const said = (await store.listAttempts(id)).map(lastWordsOf);
    const lastWords = said.findLast((words) => words !== null) ?? null;
    known.unshift({ turns: await store.listTurns(id), lastWords });
    const before = await store.findSession(id);
    id = before ? originOf(before) : null;
  }
  return known;
}
