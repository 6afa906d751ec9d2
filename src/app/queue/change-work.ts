import { accept, type Outcome } from '../../domain/outcome.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import type { WorkItem, WorkState, WorkStep } from '../../domain/queue/work-item.ts';
import type { OutsideQueue, WorkNews } from '../../runtime/queue/outside-queue.ts';
import type { Write } from '../../store/store.ts';
import { whileStale } from '../while-stale.ts';
import { findWork } from './find-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { ChangedWork } from './queue-verbs.ts';
import { viewOne } from './view-work.ts';

/** The step to make from a row as it was read just now; null when there is nothing left to do. */
export type Decide = (
  work: WorkItem,
  at: number,
) => Promise<Outcome<WorkStep | null>> | Outcome<WorkStep | null>;

/** What is to be written in the same commit, about the row as it will be. */
export type Taken = (work: WorkItem) => readonly Write[];
export const NOTHING_TAKEN: Taken = () => [];

type Change = Readonly<{ workId: string; note: string; isTold: boolean; taken?: Taken }>;

/** Reads, decides, commits; again when somebody else was faster. */
export async function changeWork(
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
    const work = step.value?.to ?? found.value;
    const journal = { at, by: deps.by, note };
    const steps: Write[] = step.value === null ? [] : [{ kind: 'step-work', step: step.value, journal }];
    const writes = [...steps, ...taken(work)];
    if (writes.length > 0 && !(await deps.store.commit(writes)).saved) return 'stale';
    return step.value === null
      ? answerChanged(deps, work, { at, isTold })
      : announceChange(deps, work, { at, isTold });
  });
}

/** `isTold`: whoever keeps the queue outside must hear of it. */
type Announcement = Readonly<{ at: number; isTold: boolean }>;

export async function announceChange(
  deps: QueueDeps,
  work: WorkItem,
  announcement: Announcement,
): Promise<Outcome<ChangedWork>> {
  await deps.poke(QUEUE_KEY);
  return answerChanged(deps, work, announcement);
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

// The row comes first: whoever keeps the queue outside is told of what is so already, as often as need be.
async function answerChanged(
  { store, outside }: QueueDeps,
  work: WorkItem,
  { at, isTold }: Announcement,
): Promise<Outcome<ChangedWork>> {
  const warning = isTold ? await tellOutside(outside, work) : null;
  const view = await viewOne(store, work, at);
  return accept({ ...view, warnings: warning === null ? [] : [warning] });
}
