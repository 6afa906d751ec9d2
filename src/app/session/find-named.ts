import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { hasWord, listPosition, nameTiersFor } from '../../domain/session/session-name.ts';
import type { NamedSession, Store } from '../../store/store.ts';

const MOST_SHOWN = 5;

/**
 * The session that a text names without being its id; null where it names none. One that may mean several is
 * refused with those.
 */
export async function findNamed(store: Store, text: string, verb: string): Promise<Outcome<string> | null> {
  const position = listPosition(text);
  if (position !== null) return findAtPosition(store, position);
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
async function findAtPosition(store: Store, position: number): Promise<Outcome<string> | null> {
  const { sessions } = await store.listSessions({ archived: false }, { limit: position });
  const session = sessions[position - 1];
  return session
    ? accept(session.id)
    : refuse({ code: 'no-such-position', position, count: sessions.length });
}
