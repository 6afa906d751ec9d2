import { runKey } from '../../domain/run/names.ts';
import { isRunOver } from '../../domain/run/run.ts';
import type { Look } from '../deps.ts';
import { createRunPainter } from '../drawing/run-painter.ts';
import type { SupervisionDeps } from '../supervise.ts';
import type { InboxNews } from './inbox-news.ts';
import { reconcileRun } from './reconcile-run.ts';

/** One look at a run; where it comes to rest, its outboxes are watched and its inboxes drawn. */
export function createRunRound(
  deps: SupervisionDeps,
  news: InboxNews,
  wake: (key: string) => void,
): (runId: string) => Promise<Look> {
  const paint = createRunPainter(deps, news);
  return async (runId) => {
    const look = await reconcileRun(deps, runId);
    if (look === 'again') return look;
    const run = await deps.store.findRun(runId);
    const key = runKey(runId);
    if (!run || isRunOver(run)) deps.ensureUnwatched(key);
    else deps.ensureRunWatched(runId, () => wake(key));
    if (run) await paint(run);
    return look;
  };
}
