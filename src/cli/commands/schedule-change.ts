import { renderZoned } from '../../views/schedule-view.ts';
import { command } from '../command.ts';
import { SCHEDULE } from '../queue-words.ts';

export const schedulePause = command({
  name: 'schedule pause',
  summary: 'Let a schedule put nothing in until swarm schedule unpause',
  about: 'What it has put into the queue stays there.',
  examples: ['swarm schedule pause deps'],
  words: [SCHEDULE],
  show: { 'schedule.pause': ({ id, state }) => `✅ Schedule ${id} is ${state}\n` },
});

export const scheduleUnpause = command({
  name: 'schedule unpause',
  summary: 'Let a schedule that was paused go on',
  about: 'Times that passed meanwhile are not made up for.',
  examples: ['swarm schedule unpause deps'],
  words: [SCHEDULE],
  show: {
    'schedule.unpause': (schedule) =>
      `✅ Schedule ${schedule.id} is ${schedule.state}, next at ${renderZoned(schedule.nextAt, schedule)}\n`,
  },
});

export const scheduleRun = command({
  name: 'schedule run',
  summary: 'Put the work of a schedule into the queue once, now',
  about: 'Its times stay as they are. It works for a schedule that is paused too.',
  examples: ['swarm schedule run deps'],
  words: [SCHEDULE],
  show: { 'schedule.run': ({ workId }) => `✅ Added ${workId}\n` },
});

export const scheduleRemove = command({
  name: 'schedule remove',
  summary: 'End a schedule',
  about: 'What it has put into the queue stays there. Its name may be used again.',
  examples: ['swarm schedule remove deps'],
  words: [SCHEDULE],
  show: { 'schedule.remove': ({ id }) => `✅ Schedule ${id} is removed\n` },
});
