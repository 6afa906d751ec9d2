import { ExportWork } from '../../contract/queue.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { workJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { filterOf } from './filter-of.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { WorkView } from './view-work.ts';
import { OPEN, walkWork } from './walk-work.ts';

/** The whole queue, or what of it is not over, in its order. */
export async function exportWork(
  { store, clock }: Pick<QueueDeps, 'store' | 'clock'>,
  input: ExportWork,
): Promise<Outcome<readonly WorkView[]>> {
  const filter = { ...filterOf(input), ...(input.open ? { states: OPEN } : {}) };
  const works: WorkView[] = [];
  for await (const view of walkWork(store, { filter, after: undefined, at: clock.now() })) works.push(view);
  return accept(works);
}

export const exportWorkVerb = verb({
  name: 'queue.export',
  summary: 'Export the queue as a list that can be imported again',
  asks: 'person',
  reads: true,
  input: ExportWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).ExportedWorkAnswer,
  run: exportWork,
  json: (works) => ({ items: works.map(workJson) }),
});
