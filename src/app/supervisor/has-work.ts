import type { Store } from '../../store/store.ts';
import { listTakeovers } from '../participant/list-takeovers.ts';

type LiveRows = Pick<
  Store,
  'listLiveBriefly' | 'listLiveRuns' | 'listLoops' | 'listSchedules' | 'findNextReminder' | 'listQuestions'
>;

/** Whether rows are there that only a supervisor can bring forward. */
export async function hasWork(store: LiveRows): Promise<boolean> {
  if ((await store.listLiveBriefly()).length > 0 || (await store.listLiveRuns()).length > 0) return true;
  if ((await store.findNextReminder()) !== null) return true;
  if ((await listTakeovers(store)).length > 0) return true;
  const loops = await store.listLoops({ isLive: true });
  const schedules = await store.listSchedules({ isLive: true });
  return loops.some(({ state }) => state === 'running') || schedules.some(({ state }) => state === 'active');
}
