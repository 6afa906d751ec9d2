import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { Store } from '../../store/store.ts';

/** One schedule that was not removed, or a refusal that names what lies near. */
export async function findSchedule(store: Store, scheduleId: string): Promise<Outcome<Schedule>> {
  const schedule = await store.findSchedule(scheduleId);
  if (schedule && schedule.state !== 'removed') return accept(schedule);
  const ids = (await store.listSchedules({ isLive: true })).map(({ id }) => id);
  return refuse({ code: 'schedule-not-found', scheduleId, near: nearest(scheduleId, ids) });
}
