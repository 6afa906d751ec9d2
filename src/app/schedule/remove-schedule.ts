import { ScheduleRef } from '../../contract/schedule.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { type Schedule, stepSchedule } from '../../domain/schedule/schedule.ts';
import { scheduleJson } from '../../views/schedule-view.ts';
import { verb } from '../verb.ts';
import { changeSchedule } from './change-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

/** What it has put into the queue stays there. */
export const removeSchedule = (deps: ScheduleDeps, { scheduleId }: ScheduleRef): Promise<Outcome<Schedule>> =>
  changeSchedule(deps, scheduleId, {
    note: 'removed',
    decide: async (schedule) => stepSchedule(schedule, 'remove'),
  });

export const removeScheduleVerb = verb({
  name: 'schedule.remove',
  summary: 'Remove a schedule',
  asks: 'person',
  reads: false,
  input: ScheduleRef,
  answer: async () => (await import('../../contract/answer/schedule.ts')).ScheduleAnswer,
  run: removeSchedule,
  json: scheduleJson,
});
