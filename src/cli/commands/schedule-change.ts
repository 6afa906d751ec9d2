import { ScheduleRef } from '../../contract/schedule.ts';
import { renderZoned, scheduleJson } from '../../views/schedule-view.ts';
import { localCommand } from '../command.ts';
import { SCHEDULE } from '../queue-words.ts';

export const schedulePause = localCommand({
  asks: 'anyone',
  name: 'schedule pause',
  summary: 'Let a schedule put nothing in until swarm schedule unpause',
  about: 'What it has put into the queue stays there.',
  examples: ['swarm schedule pause deps'],
  words: [SCHEDULE],
  input: ScheduleRef,
  run: async (host, input) => (await host.app()).pauseSchedule(input),
  show: ({ id, state }) => `✅ Schedule ${id} is ${state}\n`,
  json: scheduleJson,
});

export const scheduleUnpause = localCommand({
  asks: 'anyone',
  name: 'schedule unpause',
  summary: 'Let a schedule that was paused go on',
  about: 'Times that passed meanwhile are not made up for.',
  examples: ['swarm schedule unpause deps'],
  words: [SCHEDULE],
  input: ScheduleRef,
  run: async (host, input) => (await host.app()).unpauseSchedule(input),
  show: (schedule) =>
    `✅ Schedule ${schedule.id} is ${schedule.state}, next at ${renderZoned(schedule.nextAt, schedule)}\n`,
  json: scheduleJson,
});

export const scheduleRun = localCommand({
  asks: 'anyone',
  name: 'schedule run',
  summary: 'Put the work of a schedule into the queue once, now',
  about: 'Its times stay as they are. It works for a schedule that is paused too.',
  examples: ['swarm schedule run deps'],
  words: [SCHEDULE],
  input: ScheduleRef,
  run: async (host, input) => (await host.app()).runSchedule(input),
  show: ({ workId }) => `✅ Added ${workId}\n`,
  json: ({ schedule, workId }) => ({ ...scheduleJson(schedule), work_item: workId }),
});

export const scheduleRemove = localCommand({
  asks: 'anyone',
  name: 'schedule remove',
  summary: 'End a schedule',
  about: 'What it has put into the queue stays there. Its name may be used again.',
  examples: ['swarm schedule remove deps'],
  words: [SCHEDULE],
  input: ScheduleRef,
  run: async (host, input) => (await host.app()).removeSchedule(input),
  show: ({ id }) => `✅ Schedule ${id} is removed\n`,
  json: scheduleJson,
});
