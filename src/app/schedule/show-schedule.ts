import { ScheduleRef } from '../../contract/schedule.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Timetable } from '../../domain/schedule/due.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { scheduleReportJson } from '../../views/schedule-view.ts';
import type { WorkView } from '../queue/view-work.ts';
import { verb } from '../verb.ts';
import { listOpenWork } from './draft-work.ts';
import { findSchedule } from './find-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

const TIMES_SHOWN = 5;

/** A schedule with what comes next, and what is still open of what it put in. */
export type ScheduleReport = Readonly<{
  schedule: Schedule;
  times: readonly number[];
  open: readonly WorkView[];
}>;

/** The next times, the first of which the row knows. */
export function listTimes({ nextAt }: Schedule, timetable: Timetable): readonly number[] {
  const times: number[] = [];
  for (let at = nextAt; at !== null && times.length < TIMES_SHOWN; at = timetable.next(at)) times.push(at);
  return times;
}

export async function showSchedule(
  { store, clock, timetables }: ScheduleDeps,
  { scheduleId }: ScheduleRef,
): Promise<Outcome<ScheduleReport>> {
  const found = await findSchedule(store, scheduleId);
  if (!found.ok) return found;
  const schedule = found.value;
  const timetable = await timetables.open(schedule.expression, schedule.timeZone);
  if (!timetable.ok) return timetable;
  const open = await listOpenWork(store, scheduleId, clock.now());
  return accept({ schedule, times: listTimes(schedule, timetable.value), open });
}

export const showScheduleVerb = verb({
  name: 'schedule.show',
  summary: 'Show one schedule, its next times and its open work',
  asks: 'person',
  reads: true,
  input: ScheduleRef,
  answer: async () => (await import('../../contract/answer/schedule.ts')).ScheduleReportAnswer,
  run: showSchedule,
  json: scheduleReportJson,
});
