import { LOOP_METADATA, loopKey } from '../../domain/loop/names.ts';
import { runKey } from '../../domain/run/names.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { type Look, notAfter } from '../deps.ts';
import { createPainter } from '../drawing/session-painter.ts';
import type { SupervisionDeps } from '../supervise.ts';
import { decideRecheck } from '../sweep/recheck.ts';
import { reconcileSession } from './reconcile-session.ts';

/** One look at a session; where it comes to rest, its folders are watched, and it is drawn. */
export function createSessionRound(
  deps: SupervisionDeps,
  wake: (key: string) => void,
): (id: string) => Promise<Look> {
  const paint = createPainter(deps);
  const follow = createFollower(deps, wake);
  return async (id) => {
    const look = await reconcileSession(deps, id);
    // Watched and drawn where it comes to rest: by then the folder of a new attempt is there.
    if (look === 'again') return look;
    const session = await deps.store.findSession(id);
    if (!session) return look;
    const attempt = await deps.store.findAttempt(id, session.attempt);
    const heard = Math.max(attempt?.lastEventAt ?? 0, attempt?.endedAt ?? 0);
    follow(session, heard);
    await paint(session, heard);
    const timing = { sweepMs: deps.config.timeouts.sweepMs, now: deps.clock.now() };
    return notAfter(look, decideRecheck(session, timing));
  };
}

/** Its run, or its loop, hears of what is new, once; a wake-up too few is made up for by the sweep. */
function createFollower(
  deps: SupervisionDeps,
  wake: (key: string) => void,
): (session: Session, heard: number) => void {
  const told = new Map<string, string>();
  return (session, heard) => {
    const { id, runId, version, attempt } = session;
    const news = `${version} ${heard}`;
    const loopId = session.metadata[LOOP_METADATA];
    const isNews = told.get(id) !== news;
    if (runId !== null && isNews) wake(runKey(runId));
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
