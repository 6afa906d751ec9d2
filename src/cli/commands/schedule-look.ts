import * as z from 'zod/mini';
import { renderSchedule, renderScheduleTable } from '../../views/schedule-view.ts';
import { command } from '../command.ts';
import { SCHEDULE } from '../queue-words.ts';
import { asks } from '../reply.ts';

export const scheduleList = command({
  name: 'schedule list',
  summary: 'List schedules and when each runs next',
  examples: ['swarm schedule list', 'swarm schedule list --json'],
  input: z.object({}),
  run: asks('schedule.list'),
  show: { 'schedule.list': renderScheduleTable },
});

export const scheduleShow = command({
  name: 'schedule show',
  summary: 'Show one schedule, its next times and its open work',
  examples: ['swarm schedule show deps', 'swarm schedule show deps --json'],
  words: [SCHEDULE],
  show: { 'schedule.show': renderSchedule },
});
