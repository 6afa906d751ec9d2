import { renderZoned } from '../../views/schedule-view.ts';
import { command } from '../command.ts';
import { SCHEDULE } from '../queue-words.ts';

export const schedulePause = command({
  name: 'schedule pause',
  summary: 'Pause a schedule',
  about: 'What it has put into the queue stays there.',
  examples: ['swarm schedule pause deps'],
  words: [SCHEDULE],
  show: { 'schedule.pause': ({ id, state }) => `✅ Schedule ${id} is ${state}\n` },
});

export const scheduleUnpause = command({
  name: 'schedule unpause',
  summary: 'Unpause a schedule',
  about: 'Does not make up for times that passed meanwhile.',
  examples: ['swarm schedule unpause deps'],
  words: [SCHEDULE],
  show: {
    'schedule.unpause': (schedule) =>
      `✅ Schedule ${schedule.id} is ${schedule.state}, next at ${renderZoned(schedule.nextAt, schedule)}\n`,
  },
});

export const scheduleRun = command({
  name: 'schedule run',
  summary: 'Queue the work of a schedule once, now',
  about: 'Changes none of its times. Works for a paused schedule too.',
  examples: ['swarm schedule run deps'],
  words: [SCHEDULE],
  show: { 'schedule.run': ({ workId }) => `✅ Added ${workId}\n` },
});

export const scheduleRemove = command({
  name: 'schedule remove',
  summary: 'Remove a schedule',
  about: 'What it has put into the queue stays there. Its name may be used again.',
  examples: ['swarm schedule remove deps'],
  words: [SCHEDULE],
  show: { 'schedule.remove': ({ id }) => `✅ Schedule ${id} is removed\n` },
});
