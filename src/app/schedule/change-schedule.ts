import { accept, type Outcome } from '../../domain/outcome.ts';
import { scheduleKey } from '../../domain/schedule/names.ts';
import type { Schedule, ScheduleStep } from '../../domain/schedule/schedule.ts';
import { whileStale } from '../while-stale.ts';
import { findSchedule } from './find-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

type Change = Readonly<{
  note: string;
  /** Null when there is nothing left to do. */
  decide: (schedule: Schedule) => Promise<Outcome<ScheduleStep | null>>;
}>;

/** Reads, decides, commits; again when another writer was faster. */
export function changeSchedule(
  { store, clock, by, poke }: ScheduleDeps,
  scheduleId: string,
  { note, decide }: Change,
): Promise<Outcome<Schedule>> {
  return whileStale<Schedule>(scheduleId, async () => {
    const found = await findSchedule(store, scheduleId);
    if (!found.ok) return found;
    const step = await decide(found.value);
    if (!step.ok) return step;
    if (step.value === null) return found;
    const journal = { at: clock.now(), by, note: `${scheduleId}: ${note}` };
    const result = await store.commit([{ kind: 'step-schedule', step: step.value, journal }]);
    if (!result.saved) return 'stale';
    await poke(scheduleKey(scheduleId));
    return accept(step.value.to);
  });
}
