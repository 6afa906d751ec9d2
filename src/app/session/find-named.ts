import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { hasWord, listPlace, nameTiersFor } from '../../domain/session/session-name.ts';
import type { NamedSession, Store } from '../../store/store.ts';

const MOST_SHOWN = 5;

/**
 * The session that a text names without being its id; null where it names none. One that may mean several is
 * refused with those.
 */
export async function findNamed(store: Store, text: string, verb: string): Promise<Outcome<string> | null> {
  const place = listPlace(text);
  if (place !== null) return findAtPlace(store, place);
  for (const by of nameTiersFor(verb, text)) {
    const found = await store.listNamed({ by, text });
    const named = by === 'title' ? found.filter(({ title }) => hasWord(title, text)) : found;
    if (named.length > 0) return onlyOne(text, named);
  }
  return null;
}

function onlyOne(name: string, named: readonly NamedSession[]): Outcome<string> {
  const [only, ...others] = named;
  if (only && others.length === 0) return accept(only.id);
  return refuse({ code: 'name-ambiguous', name, candidates: named.slice(0, MOST_SHOWN) });
}

/** Newest first, as they are listed. */
async function findAtPlace(store: Store, place: number): Promise<Outcome<string> | null> {
  const { sessions } = await store.listSessions({ archived: false }, { limit: place });
  const session = sessions[place - 1];
  return session ? accept(session.id) : refuse({ code: 'no-such-place', place, count: sessions.length });
}
