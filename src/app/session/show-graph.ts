import { ShowGraph } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type GraphNode, joinedWith } from '../../domain/session/dependency-graph.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { graphJson } from '../../views/session-graph.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';

/** The newest so many are looked at. */
const MOST_SESSIONS = 1_000;

/** Sessions that wait for others, and those that they wait for, oldest first. */
export type SessionGraph = Readonly<{ sessions: readonly Session[] }>;

/**
 * What waits for what: all that is joined with the named session, else with any that is not over; with `all`,
 * also what is over.
 */
export async function showGraph(
  { store }: Pick<VerbDeps, 'store'>,
  { sessionId, all }: ShowGraph,
): Promise<Outcome<SessionGraph>> {
  const named = sessionId === undefined ? null : await findNamedSession({ store }, sessionId, 'status');
  if (named?.ok === false) return named;
  const { sessions } = await store.listSessions({ archived: false }, { limit: MOST_SESSIONS });
  const known = named && !sessions.some(({ id }) => id === named.value.id) ? [named.value] : [];
  const rows = [...sessions, ...known];
  const roots = named === null ? rows.filter((one) => all || !isOver(one)) : [named.value];
  const joined = joinedWith(
    rows.map(nodeOf),
    roots.map(({ id }) => id),
  );
  const shown = rows.filter(({ id }) => joined.has(id));
  return accept({ sessions: shown.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)) });
}

const nodeOf = ({ id, dependencies, continues }: Session): GraphNode => ({ id, dependencies, continues });

export const showGraphVerb = verb({
  name: 'session.graph',
  summary: 'Show which sessions wait for which',
  asks: 'anyone',
  reads: true,
  input: ShowGraph,
  answer: async () => (await import('../../contract/answer/session-graph.ts')).SessionGraphAnswer,
  run: showGraph,
  json: graphJson,
});
