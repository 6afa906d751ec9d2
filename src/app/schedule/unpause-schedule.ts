import { ScheduleRef } from '../../contract/schedule.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type Schedule, stepSchedule } from '../../domain/schedule/schedule.ts';
import { scheduleJson } from '../../views/schedule-view.ts';
import { verb } from '../verb.ts';
import { changeSchedule } from './change-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

/** Times that passed meanwhile are not made up for. */
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

export const unpauseScheduleVerb = verb({
  name: 'schedule.unpause',
  summary: 'Unpause a schedule',
  asks: 'person',
  reads: false,
  input: ScheduleRef,
  answer: async () => (await import('../../contract/answer/schedule.ts')).ScheduleAnswer,
  run: unpauseSchedule,
  json: scheduleJson,
});
