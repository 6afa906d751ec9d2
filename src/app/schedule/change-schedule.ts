import type { ScheduleRef } from '../../contract/schedule.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { scheduledWorkId, scheduleKey } from '../../domain/schedule/names.ts';
import { type Schedule, type ScheduleStep, stepSchedule } from '../../domain/schedule/schedule.ts';
import { unwrap } from '../draft.ts';
import { whileStale } from '../while-stale.ts';
import { draftScheduledWork } from './draft-work.ts';
import { findSchedule } from './find-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import type { RanSchedule } from './schedule-verbs.ts';

/** Said twice, it is paused once. */
export const pauseSchedule = (deps: ScheduleDeps, { scheduleId }: ScheduleRef): Promise<Outcome<Schedule>> =>
  changeSchedule(deps, scheduleId, {
    note: 'paused',
    decide: async (schedule) =>
      accept(schedule.state === 'paused' ? null : unwrap(stepSchedule(schedule, 'pause'))),
  });

export const unpauseSchedule = (
  deps: ScheduleDeps,
  { scheduleId }: ScheduleRef,
): Promise<Outcome<Schedule>> =>
  changeSchedule(deps, scheduleId, {
    note: 'goes on',
    decide: async (schedule) => {
      if (schedule.state === 'active') return accept(null);
      const timetable = await deps.timetables.open(schedule.expression, schedule.timeZone);
      if (!timetable.ok) return timetable;
      const nextAt = timetable.value.next(deps.clock.now());
      return stepSchedule(schedule, 'unpause', { nextAt });
    },
  });

export const removeSchedule = (deps: ScheduleDeps, { scheduleId }: ScheduleRef): Promise<Outcome<Schedule>> =>
  changeSchedule(deps, scheduleId, {
    note: 'removed',
    decide: async (schedule) => stepSchedule(schedule, 'remove'),
  });

type Change = Readonly<{
  note: string;
  /** Null when there is nothing left to do. */
  decide: (schedule: Schedule) => Promise<Outcome<ScheduleStep | null>>;
}>;

async function changeSchedule(
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

/** Puts the work of a schedule in once, now; its times stay as they are. */
export async function runSchedule(
  deps: ScheduleDeps,
  { scheduleId }: ScheduleRef,
): Promise<Outcome<RanSchedule>> {
  const { store, clock, by, ids, poke } = deps;
  return whileStale<RanSchedule>(scheduleId, async () => {
    const found = await findSchedule(store, scheduleId);
    if (!found.ok) return found;
    const at = clock.now();
    const workId = await freeId(deps, scheduledWorkId(`${scheduleId}-run`, at));
    const patch = { lastWorkId: workId, putInCount: found.value.putInCount + 1 };
    const step = unwrap(stepSchedule(found.value, 'run', patch));
    const work = draftScheduledWork(found.value, { workId, at, hash: ids.hash });
    const result = await store.commit([
      { kind: 'step-schedule', step, journal: { at, by, note: `${scheduleId}: put in ${workId}, as asked` } },
      { kind: 'add-work', work, journal: { at, by, note: work.title } },
    ]);
    if (!result.saved) return 'stale';
    await poke(QUEUE_KEY);
    return accept({ schedule: step.to, workId });
  });
}

const MOST_IN_A_SECOND = 20;

/** Twice in one second is twice. */
async function freeId({ store }: ScheduleDeps, wanted: string): Promise<string> {
  let id = wanted;
  for (let nth = 2; nth <= MOST_IN_A_SECOND && (await store.findWork(id)); nth++) id = `${wanted}-${nth}`;
  return id;
}
