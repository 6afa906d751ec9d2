import { isServedBy } from '../../domain/host/served-host.ts';
import { runKey } from '../../domain/run/names.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { type NextRound, notAfter } from '../deps.ts';
import { createDesignPainter } from '../drawing/design-painter.ts';
import { createRunPainter } from '../drawing/run-painter.ts';
import { tellRunOddities } from '../odd-files/tell-oddities.ts';
import type { SupervisionDeps } from '../supervise.ts';
import type { InboxNews } from './inbox-news.ts';
import { reconcileRun } from './reconcile-run.ts';
import type { RunDeps } from './run-deps.ts';

/** One look at a run; where it comes to rest, its outboxes are watched and its inboxes drawn. */
export function createRunRound(
  deps: SupervisionDeps & RunDeps,
  news: InboxNews,
  wake: (key: string) => void,
): (runId: string) => Promise<NextRound> {
  const paint = createRunPainter(deps, news);
  const paintDesign = createDesignPainter(deps);
  const lookAt = async (runId: string): Promise<NextRound> => {
    const next = await reconcileRun(deps, runId);
    if (next === 'again') return next;
    const run = await deps.store.findRun(runId);
    if (run && !isServedBy(deps, run)) return next;
    const key = runKey(runId);
    if (!run || isRunOver(run)) deps.ensureUnwatched(key);
    else deps.ensureRunWatched(runId, () => wake(key));
    if (!run) return next;
    const dueAt = await paint(run);
    await paintDesign(run);
    return notAfter(next, dueAt);
  };
  return async (runId) => {
    try {
      return await lookAt(runId);
    } finally {
      await tellRunOddities(deps, runId);
    }
  };
}
