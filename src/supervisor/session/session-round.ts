import { isServedBy } from '../../domain/host/served-host.ts';
import { LOOP_METADATA, loopKey } from '../../domain/loop/names.ts';
import { raceKey } from '../../domain/race/names.ts';
import { runKey } from '../../domain/run/names.ts';
import { isEnding, isOver, type Session } from '../../domain/session/session.ts';
import { type NextRound, notAfter } from '../deps.ts';
import { createPainter } from '../drawing/session-painter.ts';
import { tellOddities } from '../odd-files/tell-oddities.ts';
import type { SupervisionDeps } from '../supervise.ts';
import { decideRecheck } from '../sweep/recheck.ts';
import { wakeFamily } from './end-with-parent.ts';
import { reconcileSession } from './reconcile-session.ts';
import { wakeDependents } from './wake-dependents.ts';

/** One look at a session; where it comes to rest, its folders are watched, and it is drawn. */
export function createSessionRound(
  deps: SupervisionDeps,
  wake: (key: string) => void,
  onRest: (session: Session) => Promise<void>,
): (id: string) => Promise<NextRound> {
  const paint = createPainter(deps);
  const follow = createFollower(deps, wake);
  const lookAt = async (id: string): Promise<NextRound> => {
    const next = await reconcileSession(deps, id);
    // Watched and drawn where it comes to rest: by then the folder of a new attempt is there.
    if (next === 'again') return next;
    const session = await deps.store.findSession(id);
    if (!session || !isServedBy(deps, session)) return next;
    const attempt = await deps.store.findAttempt(id, session.attempt);
    const heard = Math.max(attempt?.lastEventAt ?? 0, attempt?.endedAt ?? 0);
    follow(session, heard);
    const drawAt = await paint(session, heard);
    await onRest(session);
    if (isEnding(session)) await wakeFamily(deps, session, wake);
    if (isOver(session)) {
      await deps.attempts.ensureForgotten(id);
      await wakeDependents(deps, session, wake);
    }
    const timing = { sweepMs: deps.config.timeouts.sweepMs, now: deps.clock.now() };
    return notAfter(notAfter(next, drawAt), decideRecheck(session, timing));
  };
  return async (id) => {
    try {
      return await lookAt(id);
    } finally {
      await tellOddities(deps, id);
    }
  };
}

const AT_WORK: ReadonlySet<string> = new Set(['starting', 'working']);

/** Its run, race or loop hears of what is new, once; a wake-up too few is made up for by the sweep. */
function createFollower(
  deps: SupervisionDeps,
  wake: (key: string) => void,
): (session: Session, heard: number) => void {
  const told = new Map<string, string>();
  return (session, heard) => {
    const { id, runId, raceId, version, attempt } = session;
    // What an agent says in the middle of its turn moves neither.
    const news = AT_WORK.has(session.state) ? `${version}` : `${version} ${heard}`;
    const loopId = session.metadata[LOOP_METADATA];
    const isNews = told.get(id) !== news;
    if (runId !== null && isNews) wake(runKey(runId));
    if (raceId !== null && isNews) wake(raceKey(raceId));
    if (loopId !== undefined && isNews) wake(loopKey(loopId));
    if (isOver(session)) {
      told.delete(id);
      deps.ensureUnwatched(id);
      return;
    }
    told.set(id, news);
    if (attempt > 0) deps.ensureWatched(session, () => wake(id));
  };
}
