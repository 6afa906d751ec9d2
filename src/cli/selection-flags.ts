import { STATUSES } from '../contract/session.ts';
import { asList, durationMs, type Flag, type Word } from './flag.ts';

export const SESSIONS_WORD: Word = {
  name: 'session',
  key: 'sessionIds',
  isOptional: true,
  about: 'Ids of sessions',
  gather: asList,
  offers: 'session',
};

/** How a command that takes many sessions is told which; all filters hold together. */
export const SELECTION_FLAGS: readonly Flag[] = [
  {
    name: 'status',
    key: 'status',
    value: 'status',
    about: `All that are now one of: ${STATUSES.join(', ')}`,
    read: (text) => STATUSES.find((status) => status === text.toUpperCase()) ?? text,
    complain: (text) => `Invalid status filter: ${text}`,
    offers: STATUSES,
  },
  { name: 'tag', key: 'tag', value: 'tag', about: 'All with this tag' },
  { name: 'agent', key: 'persona', value: 'name', about: 'All of this persona', offers: 'persona' },
  {
    name: 'older-than',
    key: 'olderThanMs',
    value: 'duration',
    about: 'Ended longer ago than this; created, if not over',
    ...durationMs,
  },
];
