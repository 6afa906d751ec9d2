import type { WorkItem, WorkState } from '../../domain/queue/work-item.ts';
import type { Store, WorkFilter } from '../../store/store.ts';
import { viewWork, type WorkView } from './view-work.ts';

const PAGE = 1_000;

export const OPEN: readonly WorkState[] = ['queued', 'claimed'];

type Walk = Readonly<{ filter: WorkFilter; after: string | undefined; at: number }>;

/** All work that matches, in the order of the queue, read page by page. */
export async function* walkWork(store: Store, { filter, after, at }: Walk): AsyncGenerator<WorkView> {
  let last = after;
  let page: readonly WorkItem[];
  do {
    page = await store.listWork(filter, { limit: PAGE, ...(last === undefined ? {} : { after: last }) });
    yield* await viewWork(store, page, at);
    last = page.at(-1)?.id;
  } while (page.length === PAGE);
}
