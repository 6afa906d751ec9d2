import { ListWork } from '../../contract/queue.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Standing } from '../../domain/queue/standing.ts';
import type { WorkState } from '../../domain/queue/work-item.ts';
import { workPageJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { filterOf } from './filter-of.ts';
import { pullOutsideWork } from './pull-outside-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { Warned, WorkView } from './view-work.ts';
import { OPEN, walkWork } from './walk-work.ts';

export type WorkList = Warned &
  Readonly<{
    works: readonly WorkView[];
    next: string | null;
    totals: Partial<Record<WorkState, number>>;
  }>;

// A claim whose lease ran out is ready, blocked and so on as well.
const STATES_OF: Readonly<Record<Standing, readonly WorkState[]>> = {
  ready: OPEN,
  blocked: OPEN,
  scheduled: OPEN,
  overdue: OPEN,
  in_progress: ['claimed'],
  done: ['done'],
  failed: ['failed'],
};

/** A page of the queue, in the order in which work is handed out. */
export async function listWork(deps: QueueDeps, input: ListWork): Promise<Outcome<WorkList>> {
  const { store, clock } = deps;
  const warnings = await pullOutsideWork(deps);
  const { status, limit } = input;
  const states = status === undefined ? OPEN : STATES_OF[status];
  const filter = { ...filterOf(input), ...(input.all && status === undefined ? {} : { states }) };
  const works: WorkView[] = [];
  for await (const view of walkWork(store, { filter, after: input.after, at: clock.now() })) {
    if (status === undefined || view.standing === status) works.push(view);
    if (works.length > limit) break;
  }
  const next = works.length > limit ? (works[limit - 1]?.work.id ?? null) : null;
  const totals = await store.countWork(filterOf(input));
  return accept({ works: works.slice(0, limit), next, totals, warnings });
}

export const listWorkVerb = verb({
  name: 'queue.list',
  summary: 'List work items in the order in which they are claimed',
  asks: 'person',
  reads: true,
  input: ListWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkListAnswer,
  run: listWork,
  json: workPageJson,
});
