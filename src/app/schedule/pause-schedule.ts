import { ScheduleRef } from '../../contract/schedule.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type Schedule, stepSchedule } from '../../domain/schedule/schedule.ts';
import { scheduleJson } from '../../views/schedule-view.ts';
import { unwrap } from '../draft.ts';
import { verb } from '../verb.ts';
import { changeSchedule } from './change-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

/** Said twice, it is paused once. What it has put into the queue stays there. */
export const pauseSchedule = (deps: ScheduleDeps, { scheduleId }: ScheduleRef): Promise<Outcome<Schedule>> =>
  changeSchedule(deps, scheduleId, {
    note: 'paused',
    decide: async (schedule) =>
      accept(schedule.state === 'paused' ? null : unwrap(stepSchedule(schedule, 'pause'))),
  });

export const pauseScheduleVerb = verb({
  name: 'schedule.pause',
  summary: 'Pause a schedule',
  asks: 'person',
  reads: false,
  input: ScheduleRef,
  answer: async () => (await import('../../contract/answer/schedule.ts')).ScheduleAnswer,
  run: pauseSchedule,
  json: scheduleJson,
});
