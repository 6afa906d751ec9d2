import { ReorderWork } from '../../contract/queue.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import { decidePositions, type Moved, type QueueTarget } from '../../domain/queue/order.ts';
import { stepWork, type WorkItem } from '../../domain/queue/work-item.ts';
import type { Write } from '../../store/store.ts';
import { workJson } from '../../views/work-view.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { announceChange } from './change-work.ts';
import { findWork } from './find-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { type ChangedWork, viewOne } from './view-work.ts';

const MOST = 1_000_000;

/** Puts work elsewhere in the queue. Next to other work it takes that one's priority. */
export function reorderWork(deps: QueueDeps, input: ReorderWork): Promise<Outcome<ChangedWork>> {
  const { workId } = input;
  return whileStale<ChangedWork>(workId, async () => {
    const found = await findWork(deps.store, workId);
    if (!found.ok) return found;
    const beside = await findBeside(deps, input);
    if (beside && !beside.ok) return beside;
    const at = deps.clock.now();
    const priority = beside?.value.priority ?? input.priority ?? found.value.priority;
    const others = await listOthers(deps, priority);
    const moves = decidePositions(workId, others, targetOf(input));
    const steps = stepsOf([...others, found.value], moves, { at, by: deps.by, workId, priority });
    if (!steps.ok) return steps;
    const result = await deps.store.commit(steps.value);
    const work = result.saved ? await deps.store.findWork(workId) : undefined;
    return work ? announceChange(deps, await viewOne(deps.store, work, at), { isTold: false }) : 'stale';
  });
}

async function findBeside(
  { store }: QueueDeps,
  { before, after }: ReorderWork,
): Promise<Outcome<WorkItem> | undefined> {
  const id = before ?? after;
  if (id === undefined) return undefined;
  const found = await findWork(store, id);
  if (!found.ok || found.value.endedAt === null) return found;
  return refuse({ code: 'illegal-work-step', workId: id, state: found.value.state, event: 'move' });
}

function targetOf({ before, after, first }: ReorderWork): QueueTarget {
  if (before !== undefined) return { where: 'before', id: before };
  if (after !== undefined) return { where: 'after', id: after };
  return { where: first ? 'first' : 'last' };
}

async function listOthers({ store }: QueueDeps, priority: number): Promise<readonly WorkItem[]> {
  const open = await store.listWork({ states: ['queued', 'claimed'] }, { limit: MOST });
  return open.filter((work) => work.priority === priority);
}

type Reorder = Readonly<{ at: number; by: string; workId: string; priority: number }>;

function stepsOf(
  works: readonly WorkItem[],
  moves: readonly Moved[],
  { at, by, workId, priority }: Reorder,
): Outcome<readonly Write[]> {
  const byId = new Map(works.map((work) => [work.id, work]));
  const writes: Write[] = [];
  for (const { id, position } of moves) {
    const work = byId.get(id);
    if (!work) continue;
    const step = stepWork(work, 'move', { at, patch: { position, priority } });
    if (!step.ok) return step;
    const note = id === workId ? 'moved' : `made room for ${workId}`;
    writes.push({ kind: 'step-work', step: step.value, journal: { at, by, note } });
  }
  return { ok: true, value: writes };
}

export const reorderWorkVerb = verb({
  name: 'queue.reorder',
  summary: 'Move work to another position in the queue',
  asks: 'person',
  reads: false,
  input: ReorderWork,
  answer: async () => (await import('../../contract/answer/queue.ts')).WorkAnswer,
  run: reorderWork,
  json: workJson,
});
