import type { ExportWork, ListWork } from '../../contract/queue.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Standing } from '../../domain/queue/standing.ts';
import type { WorkItem, WorkState } from '../../domain/queue/work-item.ts';
import type { Store, WorkFilter } from '../../store/store.ts';
import { filterOf } from './filter-of.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { WorkList, WorkView } from './queue-verbs.ts';
import { takeOverWork } from './take-over-work.ts';
import { viewWork } from './view-work.ts';

const OPEN: readonly WorkState[] = ['queued', 'claimed'];
const PAGE = 1_000;

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
  const warnings = await takeOverWork(deps);
  const { status, limit } = input;
  const states = status === undefined ? OPEN : STATES_OF[status];
  const filter = { ...filterOf(input), ...(input.all && status === undefined ? {} : { states }) };
  const works: WorkView[] = [];
  for await (const view of eachView(store, { filter, after: input.after, at: clock.now() })) {
    if (status === undefined || view.standing === status) works.push(view);
    if (works.length > limit) break;
  }
  const next = works.length > limit ? (works[limit - 1]?.work.id ?? null) : null;
  const totals = await store.countWork(filterOf(input));
  return accept({ works: works.slice(0, limit), next, totals, warnings });
}

/** Everything that was ever asked for, or what is still open, in the order of the queue. */
export async function exportWork(
  { store, clock }: QueueDeps,
  input: ExportWork,
): Promise<Outcome<readonly WorkView[]>> {
  const filter = { ...filterOf(input), ...(input.open ? { states: OPEN } : {}) };
  const works: WorkView[] = [];
  for await (const view of eachView(store, { filter, after: undefined, at: clock.now() })) works.push(view);
  return accept(works);
}

type Walk = Readonly<{ filter: WorkFilter; after: string | undefined; at: number }>;

async function* eachView(store: Store, { filter, after, at }: Walk): AsyncGenerator<WorkView> {
  let last = after;
  let page: readonly WorkItem[];
  do {
    page = await store.listWork(filter, { limit: PAGE, ...(last === undefined ? {} : { after: last }) });
    yield* await viewWork(store, page, at);
    last = page.at(-1)?.id;
  } while (page.length === PAGE);
}
