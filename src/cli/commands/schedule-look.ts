import * as z from 'zod/mini';
import { ScheduleRef } from '../../contract/schedule.ts';
import {
  renderSchedule,
  renderScheduleTable,
  scheduleJson,
  scheduleReportJson,
} from '../../views/schedule-view.ts';
import { localCommand } from '../command.ts';
import { SCHEDULE } from '../queue-words.ts';

export const scheduleList = localCommand({
  asks: 'anyone',
  name: 'schedule list',
  summary: 'List the schedules: what is put into the queue again and again, and when next',
  examples: ['swarm schedule list', 'swarm schedule list --json'],
  input: z.object({}),
  run: async (host) => (await host.app()).listSchedules(),
  show: renderScheduleTable,
  json: (schedules) => ({ schedules: schedules.map(scheduleJson) }),
});

export const scheduleShow = localCommand({
  asks: 'anyone',
  name: 'schedule show',
  summary: 'Show one schedule, its next times, and what is open of what it put in',
  examples: ['swarm schedule show deps', 'swarm schedule show deps --json'],
  words: [SCHEDULE],
  input: ScheduleRef,
  run: async (host, input) => (await host.app()).showSchedule(input),
  show: renderSchedule,
  json: scheduleReportJson,
});
