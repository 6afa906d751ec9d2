import { STATUSES } from '../../contract/session.ts';
import { renderSessionTable } from '../../views/session-table.ts';
import { command } from '../command.ts';
import { durationMs, wholeNumber } from '../flag.ts';

export const list = command({
  name: 'list',
  summary: 'List sessions, newest first',
  examples: [
    'swarm list',
    'swarm list --status=running',
    'swarm list --work w-1a2b3c4d',
    'swarm list --tag nightly --since 1d --json',
  ],
  flags: [
    {
      name: 'status',
      key: 'status',
      value: 'status',
      about: `Only these: ${STATUSES.join(', ')}`,
      read: (text) => STATUSES.find((status) => status === text.toUpperCase()) ?? text,
      complain: (text) => `Invalid status filter: ${text}`,
      offers: STATUSES,
    },
    {
      name: 'agent',
      key: 'persona',
      value: 'name',
      about: 'Only sessions of this persona',
      offers: 'persona',
    },
    { name: 'tag', key: 'tag', value: 'tag', about: 'Only sessions with this tag' },
    { name: 'run', key: 'runId', value: 'id', about: 'Only sessions of this run' },
    { name: 'work', key: 'workId', value: 'id', about: 'Only sessions for this work item', offers: 'work' },
    {
      name: 'since',
      key: 'youngerThanMs',
      value: 'duration',
      about: 'Created within this time, as 2h',
      ...durationMs,
    },
    {
      name: 'older-than',
      key: 'olderThanMs',
      value: 'duration',
      about: 'Created before this time',
      ...durationMs,
    },
    { name: 'archived', key: 'archived', about: 'Those in the archive instead' },
    { name: 'limit', key: 'limit', value: 'number', about: 'At most so many (50)', ...wholeNumber },
    { name: 'after', key: 'after', value: 'cursor', about: 'The next page, as the last one named it' },
  ],
  show: { 'session.list': renderSessionTable },
});
