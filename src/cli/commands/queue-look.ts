import * as z from 'zod/mini';
import type { WorkReport } from '../../app/queue/queue-verbs.ts';
import { ListWork, NextWork, WORK_STATUSES, WorkRef } from '../../contract/queue.ts';
import { eventJson } from '../../views/event-line.ts';
import { renderWork, renderWorkTable, workJson, workPageJson } from '../../views/work-view.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { localCommand } from '../command.ts';
import { wholeNumber } from '../flag.ts';
import { askOrOwn, queued, Waiting } from '../queue-door.ts';
import { CHOICE, WORK, warnOf } from '../queue-words.ts';

export const queueList = localCommand({
  asks: 'anyone',
  name: 'queue list',
  summary: 'List the queue, in the order in which work is handed out',
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
  input: ListWork,
  run: async (host, input, io) => warnOf(await (await host.app()).listWork(input), io),
  show: renderWorkTable,
  json: workPageJson,
});

export const queueShow = localCommand({
  asks: 'anyone',
  name: 'queue show',
  summary: 'Show one work item and all that happened to it',
  examples: ['swarm queue show w-1a2b3c4d', 'swarm queue show release --json'],
  words: [WORK],
  flags: [TIMEOUT_FLAG],
  input: z.extend(WorkRef, Waiting),
  run: (host, { timeoutMs, ...input }) =>
    askOrOwn(host, {
      request: { verb: 'queue-show', ...input },
      timeoutMs,
      own: async () => (await host.app()).showWork(input),
    }),
  ...queued(renderWork, (report: WorkReport) => ({
    ...workJson(report),
    history: report.history.map(eventJson),
  })),
});

export const queueNext = localCommand({
  asks: 'anyone',
  name: 'queue next',
  summary: 'Show what would be claimed next; changes nothing',
  about: 'Exits 1 when nothing is ready.',
  examples: ['swarm queue next', 'swarm queue next --rig aardwolf --json'],
  flags: CHOICE,
  input: NextWork,
  run: async (host, input, io) => warnOf(await (await host.app()).nextWork(input), io),
  show: ({ work }) => `${work.id}  ${work.title}\n`,
  json: workJson,
});
