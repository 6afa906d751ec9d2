import type { TargetRef } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Race } from '../../domain/race/race.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';
import { findNamed } from '../session/find-named.ts';
import { findSession } from '../session/find-session.ts';

const NEAR_RUNS = 3;

/** What a name stands for: a session by its id or its role, or a run. */
export type Target =
  | Readonly<{ is: 'session'; sessionId: string }>
  | Readonly<{ is: 'run'; run: Run; roles: readonly string[] }>;

/**
 * What a word names: a session by its id, a run, a role, which is looked for in live runs only and must be
 * there in just one of them, or a session by what else names it alone, as far as the verb allows.
 */
export async function findTarget(
  { store }: Readonly<{ store: Store }>,
  { name, verb = '' }: TargetRef & Readonly<{ verb?: string }>,
): Promise<Outcome<Target>> {
  if (await store.findSession(name)) return accept({ is: 'session', sessionId: name });
  const run = await store.findRun(name);
  if (run) return accept({ is: 'run', run, roles: rolesOf(await store.listRunSessions(name)) });
  const race = await store.findRace(name);
  if (race) return winnerOf(race, verb);
  const live = await listLiveRoles(store);
  const served = live.filter(({ sessions }) => sessions.some(({ role }) => role === name));
  const [only, ...others] = served;
  if (others.length > 0) {
    return refuse({ code: 'role-ambiguous', role: name, runs: served.map(({ run: { id } }) => id) });
  }
  const session = only?.sessions.findLast(({ role }) => role === name);
  if (session) return accept({ is: 'session', sessionId: session.id });
  const named = await findNamed(store, name, verb);
  if (named !== null) return named.ok ? accept({ is: 'session', sessionId: named.value }) : named;
  const near = [...live.flatMap(({ sessions }) => rolesOf(sessions)), ...(await nearIds(store, name))];
  return refuse({ code: 'session-not-found', sessionId: name, near: [...new Set(near)] });
}

/** Verbs that are for what one session did: of a race, its winner. */
const TAKES: ReadonlySet<string> = new Set([
  'diff',
  'fork',
  'logs',
  'merge',
  'result',
  'review',
  'send',
  'transcript',
]);

function winnerOf({ id: raceId, state, winnerId }: Race, verb: string): Outcome<Target> {
  if (!TAKES.has(verb)) return refuse({ code: 'names-a-race', raceId, verb });
  if (winnerId === null) return refuse({ code: 'race-undecided', raceId, state, verb });
  return accept({ is: 'session', sessionId: winnerId });
}

/** The session that a word names, for a verb that means just one. */
export async function findSessionNamed(
  deps: Readonly<{ store: Store }>,
  name: string,
  verb: string,
): Promise<Outcome<string>> {
  const target = await findTarget(deps, { name, verb });
  if (!target.ok) return target;
  if (target.value.is === 'session') return accept(target.value.sessionId);
  return refuse({ code: 'names-a-run', runId: target.value.run.id, verb, roles: target.value.roles });
}

/** The same, with the session's row. */
export async function findNamedSession(
  { store }: Readonly<{ store: Store }>,
  name: string,
  verb: string,
): Promise<Outcome<Session>> {
  const session = await store.findSession(name);
  if (session) return accept(session);
  const named = await findSessionNamed({ store }, name, verb);
  if (named.ok) return findSession(store, named.value);
  const past = LOOKS.has(verb) ? await findPastRole(store, name) : undefined;
  return past && named.refusal.code === 'session-not-found' ? accept(past) : named;
}

/** Verbs that only look: what they are for is there after the run as well. */
const LOOKS: ReadonlySet<string> = new Set(['status', 'logs', 'result', 'diff']);
const PAST_RUNS = 20;

/** The session that served the role last, in one of the newest runs. */
async function findPastRole(store: Store, role: string): Promise<Session | undefined> {
  for (const { id } of await store.listRuns({}, { limit: PAST_RUNS })) {
    const session = (await store.listRunSessions(id)).findLast((one) => one.role === role);
    if (session) return session;
  }
  return undefined;
}

/** Whose rows are meant; all of them when there is no name. */
export type Owner = Readonly<{ sessionId?: string; runId?: string }>;

export async function findOwner(
  deps: Readonly<{ store: Store }>,
  name: string | undefined,
): Promise<Outcome<Owner>> {
  if (name === undefined) return accept({});
  const target = await findTarget(deps, { name });
  if (!target.ok) return target;
  const { value } = target;
  return accept(value.is === 'run' ? { runId: value.run.id } : { sessionId: value.sessionId });
}

type LiveRun = Readonly<{ run: Run; sessions: readonly Session[] }>;

async function listLiveRoles(store: Store): Promise<readonly LiveRun[]> {
  const runs = await store.listLiveRuns();
  return Promise.all(runs.map(async (run) => ({ run, sessions: await store.listRunSessions(run.id) })));
}

const rolesOf = (sessions: readonly Session[]): readonly string[] => [
  ...new Set(sessions.flatMap(({ role }) => (role === null ? [] : [role]))),
];

async function nearIds(store: Store, name: string): Promise<readonly string[]> {
  const runs = /^\d+$/.test(name) ? await store.listRuns({}, { limit: NEAR_RUNS }) : [];
  return [...(await store.listNearIds(name)), ...runs.map(({ id }) => id)];
}
