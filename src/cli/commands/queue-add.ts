import * as z from 'zod/mini';
import { AddWork } from '../../contract/queue.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asList, asText } from '../flag.ts';
import { Waiting } from '../queue-words.ts';
import { askVerb } from '../reply.ts';
import { BODY_FLAGS, DOING_FLAGS, ROUTING_FLAGS, readBody } from '../work-flags.ts';

const Input = z.extend(AddWork, { ...Waiting, bodyFile: z.optional(z.string()) });

export const queueAdd = command({
  name: 'queue add',
  summary: 'Add work to the queue',
  about:
    'Work is handed out by priority (0 first), then in the order of the queue. It is ready when all that\n' +
    'it needs is done and its time has come. With --id, the same command a second time adds nothing.',
  examples: [
    'swarm queue add "Implement authentication" --priority 1 --gate "npm test"',
    'swarm queue add "Write the manual" --needs w-1a2b3c4d --not-before 2h',
    'swarm queue add "Release" --id release --body-file notes.md --deadline 2026-12-01',
  ],
  words: [{ name: 'title', key: 'title', about: 'What to do, in one line', gather: asText }],
  flags: [
    { name: 'id', key: 'id', value: 'id', about: 'Its name in the queue (one is made up)' },
    ...BODY_FLAGS,
    {
      name: 'needs',
      key: 'needs',
      value: 'id',
      about: 'Work that must be done before',
      gather: asList,
      offers: 'work',
    },
    ...ROUTING_FLAGS,
    {
      name: 'not-before',
      key: 'notBefore',
      value: 'time',
      about: 'Not ready before, as 2h or 2026-12-01T06:00Z',
    },
    { name: 'deadline', key: 'deadline', value: 'time', about: 'Not handed out after this' },
    ...DOING_FLAGS,
    TIMEOUT_FLAG,
  ],
  input: Input,
  run: async (host, { bodyFile, timeoutMs, ...said }) => {
    const body = await readBody(host, bodyFile);
    if (!body.ok) return body;
    const work = { ...said, ...(body.value === null ? {} : { body: body.value }) };
    return askVerb(host, 'queue.add', work, { timeoutMs });
  },
  show: {
    'queue.add': ({ work, standing, isNew }) =>
      isNew ? `✅ Added ${work.id} (${standing})\n` : `ℹ️  ${work.id} is in the queue already (${standing})\n`,
  },
});
