import type { SelectSessions } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { statesOf } from '../../domain/session/status.ts';
import type { SessionFilter, Store } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';

type SelectDeps = Pick<VerbDeps, 'store' | 'clock'>;

const PAGE = 500;
const MOST_SESSIONS = 10_000;

/** It says more than ids. */
export const isNarrowed = ({ status, tag, persona, olderThanMs }: SelectSessions): boolean =>
  status !== undefined || tag !== undefined || persona !== undefined || olderThanMs !== undefined;

/**
 * The sessions that ids and filters choose, for every command that takes many: those that are named, and all
 * that match every filter. `verb` says how freely a word may name one. None at all is refused.
 */
export async function selectSessions(
  deps: SelectDeps,
  selection: SelectSessions,
  verb: string,
): Promise<Outcome<readonly Session[]>> {
  const chosen = new Map<string, Session>();
  for (const name of selection.sessionIds) {
    const found = await findNamedSession(deps, name, verb);
    if (!found.ok) return found;
    chosen.set(found.value.id, found.value);
  }
  const matching = isNarrowed(selection) ? await listMatching(deps, selection) : [];
  for (const session of matching) chosen.set(session.id, session);
  if (chosen.size > 0) return accept([...chosen.values()]);
  if (!isNarrowed(selection)) return refuse({ code: 'nothing-selected', verb });
  const { tag, status, persona } = selection;
  return refuse({
    code: 'no-session-matches',
    tag: tag ?? null,
    status: status ?? null,
    persona: persona ?? null,
  });
}

/** All that match, newest first. Age counts from the end, or from the creation of one that is not over. */
export async function listMatching(
  { store, clock }: SelectDeps,
  { status, tag, persona, olderThanMs }: SelectSessions,
): Promise<readonly Session[]> {
  const sessions = await listAll(store, {
    archived: false,
    ...(tag === undefined ? {} : { tag }),
    ...(persona === undefined ? {} : { persona }),
    ...(status === undefined ? {} : { states: statesOf(status) }),
  });
  // Without an age the clock does not matter: it may have been put back since.
  if (olderThanMs === undefined) return sessions;
  const latest = clock.now() - olderThanMs;
  return sessions.filter(({ endedAt, createdAt }) => (endedAt ?? createdAt) <= latest);
}

async function listAll(store: Store, filter: SessionFilter): Promise<readonly Session[]> {
  const sessions: Session[] = [];
  let after: string | undefined;
  do {
    const page = await store.listSessions(filter, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    sessions.push(...page.sessions);
    after = page.next ?? undefined;
  } while (after !== undefined && sessions.length < MOST_SESSIONS);
  return sessions;
}
