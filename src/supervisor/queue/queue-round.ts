import { viewWork } from '../../app/queue/view-work.ts';
import { keepLease } from '../../domain/queue/keep-lease.ts';
import { stepWork, type WorkItem } from '../../domain/queue/work-item.ts';
import type { QueueDrawings } from '../../runtime/files/queue-drawings.ts';
import { renderQueueJson, renderWorkJson } from '../../views/work-files.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { isUnsettled } from './unsettled-work.ts';

/** Files of a busy queue are drawn again at most this often. */
const REDRAW_MS = 1_000;
const LAPSED_AT_ONCE = 100;
const JOURNAL_PAGE = 1_000;
/** `queue.json` shows work that is not begun, and of a long queue no more than this. */
const MOST_SHOWN = 1_000;

type QueueRoundDeps = Pick<RoundDeps, 'store' | 'clock' | 'by' | 'config'> &
  Readonly<{ queueDrawings: QueueDrawings }>;

/**
 * Rounds of the queue: writes down which leases ran out, and draws what changed. Nothing depends on it, since
 * every claim looks at the leases too. What it remembers it may forget.
 */
export function createQueueRound(deps: QueueRoundDeps): () => Promise<NextRound> {
  const memory = { seq: null as number | null, drawnAt: 0, changesAt: null as number | null };
  return async () => {
    const { store, clock } = deps;
    if (await lapseLeases(deps)) return 'again';
    const now = clock.now();
    const { seq, workIds } = await readChanges(deps, memory.seq);
    // A new supervisor draws what it finds, and learns when the next lease ends.
    const isFirst = memory.seq === null && (await hasOpenWork(deps));
    const isDue = isFirst || workIds.size > 0 || (memory.changesAt !== null && memory.changesAt <= now);
    if (!isDue) {
      memory.seq = seq;
      return rest(memory.changesAt);
    }
    if (now - memory.drawnAt < REDRAW_MS) return rest(memory.drawnAt + REDRAW_MS);
    const open = await store.listWork({ states: ['queued', 'claimed'] }, { limit: MOST_SHOWN });
    await draw(deps, { open, workIds, now });
    Object.assign(memory, { seq, drawnAt: now, changesAt: nextChange(open, now) });
    return rest(memory.changesAt);
  };
}

const hasOpenWork = async ({ store }: QueueRoundDeps): Promise<boolean> =>
  (await store.listWork({ states: ['queued', 'claimed'] }, { limit: 1 })).length > 0;

const rest = (until: number | null): NextRound => ({ restUntil: until });

async function lapseLeases(deps: QueueRoundDeps): Promise<boolean> {
  const { store, clock, by, config } = deps;
  const at = clock.now();
  const lapsed = await store.listLapsedWork(at, LAPSED_AT_ONCE);
  for (const work of lapsed) {
    const isKept = await isUnsettled(store, work);
    const step = isKept
      ? keepLease(work, { at, leaseMs: config.queue.leaseMs })
      : stepWork(work, 'lapse', { at });
    const journal = { at, by, note: `the lease of ${work.holder} ran out${isKept ? '; it goes on' : ''}` };
    if (step.ok) await store.commit([{ kind: 'step-work', step: step.value, journal }]);
  }
  return lapsed.length > 0;
}

/** Which work changed since the last picture; at first, what changed lately. */
async function readChanges(
  { store }: QueueRoundDeps,
  since: number | null,
): Promise<{ seq: number; workIds: Set<string> }> {
  let seq = since ?? Math.max(0, (await store.lastJournalSeq()) - JOURNAL_PAGE);
  const workIds = new Set<string>();
  for (;;) {
    const entries = await store.listJournal({ after: seq, limit: JOURNAL_PAGE });
    for (const { workId } of entries) if (workId !== null) workIds.add(workId);
    seq = entries.at(-1)?.seq ?? seq;
    if (entries.length < JOURNAL_PAGE) return { seq, workIds };
  }
}

type Picture = Readonly<{ open: readonly WorkItem[]; workIds: ReadonlySet<string>; now: number }>;

async function draw(
  { store, queueDrawings }: QueueRoundDeps,
  { open, workIds, now }: Picture,
): Promise<void> {
  const remaining = (await viewWork(store, open, now)).filter(({ standing }) => standing !== 'in_progress');
  await queueDrawings.drawQueue(renderQueueJson(remaining));
  for (const id of workIds) {
    const work = await store.findWork(id);
    // Work that is not begun has nothing to tell beyond its position in the queue.
    if (!work || work.startedAt === null) continue;
    for (const view of await viewWork(store, [work], now)) {
      await queueDrawings.drawWork(id, renderWorkJson(view));
    }
  }
}

/** When time alone changes where something stands. */
function nextChange(works: readonly WorkItem[], now: number): number | null {
  const times = works
    .flatMap(({ leaseUntil, notBefore, deadline }) => [leaseUntil, notBefore, deadline])
    .filter((at) => at !== null && at > now) as number[];
  return times.reduce<number | null>((first, at) => (first === null || at < first ? at : first), null);
}
