import type { AddSchedule, ScheduleRef } from '../../contract/schedule.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { WorkView } from '../queue/view-work.ts';

/** A schedule with what comes next, and what is still open of what it put in. */
export type ScheduleReport = Readonly<{
  schedule: Schedule;
  times: readonly number[];
  open: readonly WorkView[];
}>;
export type RanSchedule = Readonly<{ schedule: Schedule; workId: string }>;

/** What a door may ask of schedules. */
export interface ScheduleVerbs {
  addSchedule(input: AddSchedule): Promise<Outcome<ScheduleReport>>;
  /** All that were not removed, oldest first. */
  listSchedules(): Promise<Outcome<readonly Schedule[]>>;
  showSchedule(input: ScheduleRef): Promise<Outcome<ScheduleReport>>;
  pauseSchedule(input: ScheduleRef): Promise<Outcome<Schedule>>;
  /** What passed meanwhile is not made up for. */
  unpauseSchedule(input: ScheduleRef): Promise<Outcome<Schedule>>;
  /** What it has put into the queue stays there. */
  removeSchedule(input: ScheduleRef): Promise<Outcome<Schedule>>;
  /** Puts its work in once, now, whatever is open. */
  runSchedule(input: ScheduleRef): Promise<Outcome<RanSchedule>>;
}
