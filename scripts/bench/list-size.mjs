import { swarm } from './place.mjs';
import { measureSize } from './size-row.mjs';

export const measureListSize = (place) =>
  measureSize(place, {
    name: 'list',
    what: '`swarm list` at 100,000 sessions against 100',
    words: ['list', '--json'],
    few: 100,
    async count(project) {
      const { totals } = JSON.parse(await swarm(project, 'list', '--json'));
      return Object.values(totals).reduce((sum, tally) => sum + tally, 0);
    },
  });

/** `swarm events` shows the newest of the journal, and each session that is put in is a line of it. */
export const measureEventsSize = (place) =>
  measureSize(place, {
    name: 'events',
    what: '`swarm events` at 100,000 lines against 1,000',
    words: ['events'],
    few: 1_000,
    async count(project) {
      const { events } = JSON.parse(await swarm(project, 'events', '--limit', '1', '--json'));
      return events[0]?.seq;
    },
  });
