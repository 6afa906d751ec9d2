import * as z from 'zod/mini';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { scheduleJson } from '../../views/schedule-view.ts';
import { verb } from '../verb.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

/** All that were not removed, oldest first. */
export const listSchedules = async ({
  store,
}: Pick<ScheduleDeps, 'store'>): Promise<Outcome<readonly Schedule[]>> =>
  accept(await store.listSchedules({ isLive: true }));

export const listSchedulesVerb = verb({
  name: 'schedule.list',
  summary: 'List schedules and when each runs next',
  asks: 'person',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/schedule.ts')).ScheduleListAnswer,
  run: listSchedules,
  json: (schedules) => ({ schedules: schedules.map(scheduleJson) }),
});
