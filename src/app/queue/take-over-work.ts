import type { WorkState } from '../../domain/queue/work-item.ts';
import type { WorkNews } from '../../runtime/queue/outside-queue.ts';
import { admit, writesOf } from './import-work.ts';
import type { QueueDeps } from './queue-deps.ts';

const NEWS: Readonly<Record<WorkState, WorkNews | null>> = {
  queued: null,
  claimed: 'claimed',
  done: 'done',
  failed: 'failed',
};

/**
 * Takes in what has become ready in the queue outside. What it calls ready and is not so here, it has not
 * been told of: it is told again. Gives back what went wrong.
 */
export async function takeOverWork(deps: QueueDeps): Promise<readonly string[]> {
  const { outside, store } = deps;
  if (outside === null) return [];
  const { list, warning } = await outside.observeReady();
  if (list === null) return warning === null ? [] : [warning];
  const { fresh, already, bad } = await admit(deps, list, outside.source);
  // Of two who take the same list over, the second finds it done.
  if (fresh.length > 0) {
    await store.commit(writesOf(deps, fresh, { file: outside.source, source: outside.source }));
  }
  const warnings = bad.map(({ line, problem }) => `${outside.source}, line ${line}: ${problem}`);
  const states = await store.listWorkStates(already);
  for (const [id, { state }] of states) {
    const news = NEWS[state];
    const told = news === null ? null : await outside.ensureTold(id, news, '');
    if (told !== null) warnings.push(told);
  }
  return warnings;
}
