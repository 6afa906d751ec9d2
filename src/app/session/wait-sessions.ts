import { WaitSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { AskedProgress } from '../../domain/question/asked-progress.ts';
import { isRaceOver, type Race } from '../../domain/race/race.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { runJson } from '../../views/run-status.ts';
import { sessionJson } from '../../views/session-table.ts';
import type { VerbDeps } from '../deps.ts';
import { findRace } from '../race/find-race.ts';
import { findRun } from '../run/find-run.ts';
import { findTarget } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { intakeWait } from './await-children.ts';
import { findSession } from './find-session.ts';
import { isNarrowed, selectSessions } from './select-sessions.ts';
import { questionTeller } from './tell-questions.ts';

/** Tells when something changed in the project. Never polls. */
export interface Wakes {
  /** The next change after the last one that was told. The supervisor is kept running meanwhile. */
  next(timeoutMs: number): Promise<'changed' | 'timeout'>;
  close(): void;
}

export type WaitDeps = Pick<VerbDeps, 'store' | 'clock'> &
  Readonly<{
    openWakes: () => Promise<Wakes>;
    /** Told at once of each question that a person has to answer first. */
    watch: Readonly<{ tell: (progress: AskedProgress) => void }>;
  }>;

/** `isInTime`: all came to what was waited for. */
export type Waited = Readonly<{
  sessions: readonly Session[];
  runs: readonly Run[];
  races: readonly Race[];
  isInTime: boolean;
  now: number;
}>;

/** Without a limit a wait may last for days; a lost wake-up must not cost more than this. */
const LOOK_AGAIN_MS = 60_000;

const HEARD: ReadonlySet<Session['state']> = new Set(['working', 'idle', 'waiting']);

/** Waits until all have come so far. Woken by the supervisor, which is started if need be. */
export async function waitSessions(deps: WaitDeps, input: WaitSessions): Promise<Outcome<Waited>> {
  const { timeoutMs } = input;
  const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : deps.clock.now() + timeoutMs;
  const found = await findIds(deps, input);
  if (!found.ok) return found;
  const look = (): Promise<Outcome<Waited>> => lookAt(deps, found.value, input);
  const first = await look();
  if (!first.ok || first.value.isInTime) return first;
  const tellQuestions = questionTeller({ store: deps.store, tell: deps.watch.tell }, found.value);
  const wakes = await deps.openWakes();
  try {
    for (;;) {
      const seen = await look();
      if (!seen.ok || seen.value.isInTime) return seen;
      const leftMs = deadline - seen.value.now;
      await tellQuestions();
      if (leftMs <= 0) return seen;
      await wakes.next(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  } finally {
    wakes.close();
  }
}

type Ids = Readonly<{ sessions: readonly string[]; runs: readonly string[]; races: readonly string[] }>;

async function findIds(deps: WaitDeps, input: WaitSessions): Promise<Outcome<Ids>> {
  const matching = await listChosen(deps, input);
  if (!matching.ok) return matching;
  const sessions = [...matching.value];
  const runs: string[] = [];
  const races: string[] = [];
  for (const name of input.sessionIds) {
    if (await deps.store.findRace(name)) {
      races.push(name);
      continue;
    }
    const target = await findTarget(deps, { name });
    if (!target.ok) return target;
    if (target.value.is === 'run') runs.push(target.value.run.id);
    else sessions.push(target.value.sessionId);
  }
  return accept({ sessions: [...new Set(sessions)], runs, races });
}

/** Sessions that the filters choose now: what begins later is not waited for. */
async function listChosen(deps: WaitDeps, input: WaitSessions): Promise<Outcome<readonly string[]>> {
  if (!isNarrowed(input) && input.sessionIds.length > 0) return accept([]);
  const chosen = await selectSessions(deps, { ...input, sessionIds: [] }, 'wait for');
  return chosen.ok ? accept(chosen.value.map(({ id }) => id)) : chosen;
}

async function lookAt(
  { store, clock }: WaitDeps,
  ids: Ids,
  { until, attempt }: WaitSessions,
): Promise<Outcome<Waited>> {
  const sessions: Session[] = [];
  const runs: Run[] = [];
  for (const id of ids.sessions) {
    const found = await findSession(store, id);
    if (!found.ok) return found;
    sessions.push(found.value);
  }
  for (const id of ids.runs) {
    const found = await findRun(store, id);
    if (!found.ok) return found;
    runs.push(found.value);
  }
  const races: Race[] = [];
  for (const id of ids.races) {
    const found = await findRace(store, id);
    if (!found.ok) return found;
    races.push(found.value);
  }
  const isInTime =
    sessions.every((session) => HAS[until](session, attempt)) &&
    runs.every(isRunOver) &&
    races.every(isRaceOver);
  return accept({ sessions, runs, races, isInTime, now: clock.now() });
}

const HAS: Readonly<Record<WaitSessions['until'], (session: Session, attempt: number) => boolean>> = {
  over: isOver,
  started: (session) => session.startedAt !== null || isOver(session),
  heard: (session, attempt) => isOver(session) || (session.attempt >= attempt && HEARD.has(session.state)),
};

export const waitSessionsVerb = verb({
  name: 'session.wait',
  summary: 'Wait until sessions, runs or races are over',
  asks: 'anyone',
  reads: true,
  input: WaitSessions,
  answer: async () => (await import('../../contract/answer/session.ts')).WaitedAnswer,
  run: waitSessions,
  intake: intakeWait,
  json: ({ sessions, runs, races, isInTime, now }) => ({
    timed_out: !isInTime,
    sessions: sessions.map((session) => sessionJson(session, now)),
    runs: runs.map((run) => runJson(run, now)),
    races: races.map(({ id, state, winnerId, reasonText }) => ({
      race_id: id,
      state,
      winner: winnerId,
      reason: reasonText,
    })),
  }),
});
