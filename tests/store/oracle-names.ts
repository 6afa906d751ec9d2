import type { Session } from '../../src/domain/session/session.ts';
import type { NamedSession, Store } from '../../src/store/store.ts';

type NameQuery = Parameters<Store['listNamed']>[0];

export const successorsOf = (
  sessions: readonly Session[],
  ids: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    sessions.flatMap(({ id, continues }): [string, string][] =>
      continues !== null && ids.includes(continues) ? [[continues, id]] : [],
    ),
  );

export const namedOf = (sessions: readonly Session[], named: NameQuery): readonly NamedSession[] =>
  sessions
    .filter((session) => isNamed(session, named))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, 50)
    .map(({ id, title }) => ({ id, title }));

function isNamed({ id, persona, title, archivedAt }: Session, { by, text }: NameQuery): boolean {
  if (by === 'prefix') return id.startsWith(text);
  if (by === 'suffix') return id.endsWith(text);
  const says = by === 'persona' ? persona === text : title.toLowerCase().includes(text.toLowerCase());
  return says && archivedAt === null;
}
