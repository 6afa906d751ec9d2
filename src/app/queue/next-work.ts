import { NextWork } from '../../contract/queue.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Store, WorkFilter } from '../../store/store.ts';
import { workJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { filterOf } from './filter-of.ts';
import { pullOutsideWork } from './pull-outside-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { type ChangedWork, viewOne } from './view-work.ts';

/** What a claim would get. Changes nothing. */
export async function nextWork(deps: QueueDeps, input: NextWork): Promise<Outcome<ChangedWork>> {
  const { store, clock } = deps;
  const warnings = await pullOutsideWork(deps);
  const at = clock.now();
  const work = await store.findReadyWork(filterOf(input), at);
  if (!work) return refuse(await nothingReady(store, filterOf(input)));
  return accept({ ...(await viewOne(store, work, at)), warnings });
}

export async function nothingReady(store: Store, filter: WorkFilter): Promise<Refusal> {
  const { queued = 0, claimed = 0 } = await store.countWork(filter);
  return { code: 'nothing-ready', queued, claimed };
}

export const nextWorkVerb = verb({
  name: 'queue.next',
  summary: 'Show the next work item without claiming it',
  asks: 'person',
  reads: true,
  input: NextWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: nextWork,
  json: workJson,
});
