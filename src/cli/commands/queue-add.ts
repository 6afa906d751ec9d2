import * as z from 'zod/mini';
import { AddWork } from '../../contract/queue.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { workJson } from '../../views/work-view.ts';
import { answered, command, refused } from '../command.ts';
import { asList, asText, wholeNumber } from '../flag.ts';
import type { Host } from '../host.ts';

const Input = z.extend(AddWork, { bodyFile: z.optional(z.string()) });

export const queueAdd = command({
  name: 'queue add',
  summary: 'Put work into the queue',
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
    { name: 'body', key: 'body', value: 'text', about: 'All that whoever does it must know' },
    {
      name: 'body-file',
      key: 'bodyFile',
      value: 'file',
      about: 'The same from a file, or - for standard input',
      offers: 'file',
    },
    {
      name: 'priority',
      short: 'p',
      key: 'priority',
      value: 'number',
      about: '0 goes first (2)',
      ...wholeNumber,
    },
    {
      name: 'needs',
      key: 'needs',
      value: 'id',
      about: 'Work that must be done before',
      gather: asList,
      offers: 'work',
    },
    { name: 'label', key: 'labels', value: 'label', about: 'A label', gather: asList },
    { name: 'rig', key: 'rig', value: 'name', about: 'Name of the project that it belongs to' },
    { name: 'actor', key: 'actor', value: 'name', about: 'Who should do it' },
    { name: 'retries', key: 'retries', value: 'number', about: 'Tries after a failure (0)', ...wholeNumber },
    {
      name: 'not-before',
      key: 'notBefore',
      value: 'time',
      about: 'Not ready before, as 2h or 2026-12-01T06:00Z',
    },
    { name: 'deadline', key: 'deadline', value: 'time', about: 'Handed to nobody after this' },
    { name: 'gate', key: 'gate', value: 'command', about: 'Must succeed before it counts as done' },
    {
      name: 'template',
      key: 'template',
      value: 'file',
      about: 'Template of the first prompt',
      offers: 'file',
    },
  ],
  input: Input,
  run: async (host, { bodyFile, ...input }) => {
    const body = await readBody(host, bodyFile);
    if (!body.ok) return body;
    return (await host.app()).addWork({ ...input, ...(body.value === null ? {} : { body: body.value }) });
  },
  show: ({ work, standing, isNew }) =>
    isNew ? `✅ Added ${work.id} (${standing})\n` : `ℹ️  ${work.id} is in the queue already (${standing})\n`,
  json: (added) => ({ ...workJson(added), is_new: added.isNew }),
});

async function readBody(host: Host, file: string | undefined): Promise<Outcome<string | null>> {
  if (file === undefined) return answered(null);
  const text = await host.readTask(file);
  if (text.ok) return text;
  return refused({ code: 'queue-file-missing', file, problem: text.refusal.code.replace('prompt-', '') });
}
