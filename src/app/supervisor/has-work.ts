import type { Config } from '../../contract/config.ts';
import { type Hosted, isServedBy } from '../../domain/host/served-host.ts';
import type { Store } from '../../store/store.ts';
import { listTakeovers } from '../participant/list-takeovers.ts';

type LiveRows = Pick<
  Store,
  | 'listLiveBriefly'
  | 'listLiveRuns'
  | 'listRaces'
  | 'listLoops'
  | 'listSchedules'
  | 'findNextReminder'
  | 'listQuestions'
>;

type WorkDeps = Readonly<{ store: LiveRows; hostId: string; config: Pick<Config, 'store'> }>;

/** Whether rows are there that only a supervisor of this host can bring forward. */
export async function hasWork(deps: WorkDeps): Promise<boolean> {
  const { store } = deps;
  const isServed = (row: Hosted): boolean => isServedBy(deps, row);
  if ((await store.listLiveBriefly()).some(isServed) || (await store.listLiveRuns()).some(isServed))
    return true;
  if ((await store.findNextReminder()) !== null) return true;
  if ((await listTakeovers(store)).length > 0) return true;
  const loops = (await store.listLoops({ isLive: true })).filter(isServed);
  const races = (await store.listRaces({ isLive: true })).filter(isServed);
  if (races.some(({ state }) => state !== 'asking')) return true;
  const schedules = await store.listSchedules({ isLive: true });
  return loops.some(({ state }) => state === 'running') || schedules.some(({ state }) => state === 'active');
}
