import { openNeeds, type Standing, standingOf } from '../../domain/queue/standing.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import type { Store } from '../../store/store.ts';

/** A work item, and where it stands now. */
export type WorkView = Readonly<{
  work: WorkItem;
  standing: Standing;
  /** What it still needs. */
  waitsFor: readonly string[];
}>;

/** What went wrong with an outside queue; it stops no verb. */
export type Warned = Readonly<{ warnings: readonly string[] }>;

export type ChangedWork = WorkView & Warned;

/** Where each of them stands at a time. */
export async function viewWork(
  store: Store,
  works: readonly WorkItem[],
  at: number,
): Promise<readonly WorkView[]> {
  const needed = new Set(works.flatMap(({ needs }) => needs));
  const found = await store.listWorkStates([...needed]);
  const states = new Map([...found].map(([id, { state }]) => [id, state]));
  return works.map((work) => ({
    work,
    standing: standingOf(work, states, at),
    waitsFor: work.state === 'done' ? [] : openNeeds(work, states),
  }));
}

export async function viewOne(store: Store, work: WorkItem, at: number): Promise<WorkView> {
  const [view] = await viewWork(store, [work], at);
  return view ?? { work, standing: 'ready', waitsFor: [] };
}
