import * as z from 'zod/mini';
import { WORK_STATUSES, WorkRef } from '../../contract/queue.ts';
import { renderWork, renderWorkTable } from '../../views/work-view.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { wholeNumber } from '../flag.ts';
import { CHOICE, Waiting, WORK } from '../queue-words.ts';
import { asks } from '../reply.ts';

export const queueList = command({
  name: 'queue list',
  summary: 'List work items in the order in which they are claimed',
  examples: ['swarm queue list', 'swarm queue list --status blocked', 'swarm queue list --all --json'],
  flags: [
    {
      name: 'status',
      key: 'status',
      value: 'status',
      about: `Only these: ${WORK_STATUSES.join(', ')}`,
      offers: WORK_STATUSES,
    },
    ...CHOICE,
    { name: 'all', short: 'a', key: 'all', about: 'What is done or failed too' },
    { name: 'limit', key: 'limit', value: 'number', about: 'At most so many (50)', ...wholeNumber },
    { name: 'after', key: 'after', value: 'id', about: 'The next page, as the last one named it' },
  ],
  show: { 'queue.list': renderWorkTable },
});

export const queueShow = command({
  name: 'queue show',
  summary: 'Show one work item and its history',
  examples: ['swarm queue show w-1a2b3c4d', 'swarm queue show release --json'],
  words: [WORK],
  flags: [TIMEOUT_FLAG],
  input: z.extend(WorkRef, Waiting),
  run: asks('queue.show'),
  show: { 'queue.show': renderWork },
});

export const queueNext = command({
  name: 'queue next',
  summary: 'Show the next work item without claiming it',
  about: 'Exits 1 when nothing is ready.',
  examples: ['swarm queue next', 'swarm queue next --rig aardwolf --json'],
  flags: CHOICE,
  show: { 'queue.next': ({ work }) => `${work.id}  ${work.title}\n` },
});
