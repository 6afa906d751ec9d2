import type { CreateSession, ReadOutput } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionView } from '../../views/session-view.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import type { CreatedSession, WritesOfCreation } from './create-session.ts';
import type { SessionOutput } from './read-output.ts';
import type { SessionResult } from './read-result.ts';

type Ref = Readonly<{ sessionId: string }>;

/** What a session may ask about those that it began, wired with all that the verbs behind it need. */
export type Family = Readonly<{
  /** `by` is the session in whose name it begins. */
  begin: (
    input: CreateSession,
    birth: Readonly<{ by: string; taken: WritesOfCreation }>,
  ) => Promise<Outcome<CreatedSession>>;
  show: (ref: Ref) => Promise<Outcome<SessionView>>;
  readResult: (ref: Ref) => Promise<Outcome<SessionResult>>;
  readOutput: (input: ReadOutput) => Promise<Outcome<SessionOutput>>;
}>;

/** An agent speaks for the sessions below its own, and for no others. */
export const isBelow = (session: Pick<Session, 'ancestors'>, { id }: Pick<Session, 'id'>): boolean =>
  session.ancestors.includes(id);

/** The session that an agent names, if it is one of those below its own. */
export async function findBelow(
  deps: Pick<VerbDeps, 'store'>,
  above: Session,
  { name, verb }: Readonly<{ name: string; verb: string }>,
): Promise<Outcome<Session>> {
  const found = await findNamedSession(deps, name, verb);
  if (!found.ok || isBelow(found.value, above)) return found;
  return refuse({ code: 'not-own-session', sessionId: found.value.id, verb });
}

/** The same for several names. */
export async function findAllBelow(
  deps: Pick<VerbDeps, 'store'>,
  above: Session,
  { names, verb }: Readonly<{ names: readonly string[]; verb: string }>,
): Promise<Outcome<readonly Session[]>> {
  const found = new Map<string, Session>();
  for (const name of names) {
    const one = await findBelow(deps, above, { name, verb });
    if (!one.ok) return one;
    found.set(one.value.id, one.value);
  }
  return accept([...found.values()]);
}

/** As many as one list of sessions holds together. */
const MOST_BELOW = 2_000;

/** All that were begun by a session and by those below it, parents before their children. */
export async function listBelow(
  { store }: Pick<VerbDeps, 'store'>,
  above: Pick<Session, 'id'>,
): Promise<readonly Session[]> {
  const below: Session[] = [];
  const parents: Pick<Session, 'id'>[] = [above];
  for (let at = 0; at < parents.length && below.length < MOST_BELOW; at++) {
    const children = await store.listChildren(parents[at]?.id ?? '');
    below.push(...children);
    parents.push(...children);
  }
  return below;
}
