import { accept, type Outcome } from '../../domain/outcome.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import type { WorkItem, WorkState, WorkStep } from '../../domain/queue/work-item.ts';
import type { OutsideQueue, WorkNews } from '../../runtime/queue/outside-queue.ts';
import type { Write } from '../../store/store.ts';
import { whileStale } from '../while-stale.ts';
import { findWork } from './find-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { type ChangedWork, viewOne, type WorkView } from './view-work.ts';

/** The step to make from a row as it was read just now; null when there is nothing left to do. */
export type Decide = (
  work: WorkItem,
  at: number,
) => Promise<Outcome<WorkStep | null>> | Outcome<WorkStep | null>;

/** What is to be written in the same commit, about the work as it will be. */
export type WritesOfWork = (view: WorkView) => readonly Write[];
export const NOTHING_TAKEN: WritesOfWork = () => [];
export const NOTHING_LEFT: Outcome<WorkStep | null> = accept(null);

/** The claim that settled it may say so again; an older one comes too late all the same. */
export const isSettled = (work: WorkItem, state: 'done' | 'failed', fence: number | undefined): boolean =>
  work.state === state && (fence === undefined || fence === work.fence);

type Change = Readonly<{ workId: string; note: string; isTold: boolean; taken?: WritesOfWork }>;

/** Reads, decides, commits; again when another writer was faster. */
export function changeWork(
  deps: QueueDeps,
  { workId, note, isTold, taken = NOTHING_TAKEN }: Change,
  decide: Decide,
): Promise<Outcome<ChangedWork>> {
  return whileStale<ChangedWork>(workId, async () => {
    const found = await findWork(deps.store, workId);
    if (!found.ok) return found;
    const at = deps.clock.now();
    const step = await decide(found.value, at);
    if (!step.ok) return step;
    const view = await viewOne(deps.store, step.value?.to ?? found.value, at);
    const journal = { at, by: deps.by, note };
    const steps: Write[] = step.value === null ? [] : [{ kind: 'step-work', step: step.value, journal }];
    const writes = [...steps, ...taken(view)];
    if (writes.length > 0 && !(await deps.store.commit(writes)).saved) return 'stale';
    return step.value === null
      ? answerChanged(deps, view, { isTold })
      : announceChange(deps, view, { isTold });
  });
}

/** `isTold`: the outside queue that the work came from must hear of it. */
type Telling = Readonly<{ isTold: boolean }>;

export async function announceChange(
  deps: QueueDeps,
  view: WorkView,
  telling: Telling,
): Promise<Outcome<ChangedWork>> {
  await deps.poke(QUEUE_KEY);
  return answerChanged(deps, view, telling);
}

const NEWS: Readonly<Record<WorkState, WorkNews>> = {
  queued: 'released',
  claimed: 'claimed',
  done: 'done',
  failed: 'failed',
};

/** Says to the queue that work came from what has become of it; gives back what went wrong. */
export async function tellOutside(outside: OutsideQueue | null, work: WorkItem): Promise<string | null> {
  if (outside === null || outside.source !== work.source) return null;
  return outside.ensureTold(work.id, NEWS[work.state], work.reasonText ?? '');
}

// The row comes first: an outside queue is told of what is so already, as often as need be.
async function answerChanged(
  { outside }: QueueDeps,
  view: WorkView,
  { isTold }: Telling,
): Promise<Outcome<ChangedWork>> {
  const warning = isTold ? await tellOutside(outside, view.work) : null;
  return accept({ ...view, warnings: warning === null ? [] : [warning] });
}
