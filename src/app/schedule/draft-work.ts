import { birthPosition } from '../../domain/queue/order.ts';
import { draftWork, type WorkItem, type WorkSpec } from '../../domain/queue/work-item.ts';
import { scheduleLabel } from '../../domain/schedule/names.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { Store } from '../../store/store.ts';
import { contentOf } from '../queue/spec-of.ts';
import type { WorkView } from '../queue/view-work.ts';
import { viewWork } from '../queue/view-work.ts';

type Making = Readonly<{ workId: string; at: number; hash: (text: string) => string }>;

/** What a schedule puts into the queue. */
export function draftScheduledWork(schedule: Schedule, { workId, at, hash }: Making): WorkItem {
  const { deadlineMs, labels, ...common } = schedule.work;
  const spec: WorkSpec = {
    ...common,
    labels: [...labels, scheduleLabel(schedule.id)],
    needs: [],
    notBefore: null,
    deadline: deadlineMs === null ? null : at + deadlineMs,
  };
  const contentHash = hash(contentOf(spec));
  return draftWork(spec, { id: workId, at, position: birthPosition(at), contentHash, source: 'swarm' });
}

/** Of more that is open at once, no more is looked at. */
const LOOKED_THROUGH = 100;

/** What a schedule has put in and is not over. Past its deadline it is not handed out any more. */
export async function listOpenWork(
  store: Store,
  scheduleId: string,
  at: number,
): Promise<readonly WorkView[]> {
  const filter = { states: ['queued', 'claimed'] as const, label: scheduleLabel(scheduleId) };
  const views = await viewWork(store, await store.listWork(filter, { limit: LOOKED_THROUGH }), at);
  return views.filter(({ standing }) => standing !== 'overdue');
}
