import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { ExportWork, IMPORT_FORMATS, ImportWork, QUEUE_EXPORT_FORMATS } from '../../contract/queue.ts';
import { oneLine } from '../../views/one-line.ts';
import { renderQueueJson, renderWorkLines, renderWorkMarkdown } from '../../views/work-files.ts';
import { command, refused } from '../command.ts';
import { CHOICE } from '../queue-words.ts';
import { askVerb, reply } from '../reply.ts';

export const queueImport = command({
  name: 'queue import',
  summary: 'Import a list of work into the queue',
  about:
    'Takes JSON (a list, or {"items": […]}), JSONL, a Markdown task list, the issues that gh issue list\n' +
    '--json writes, and the JSONL of beads. All of it is taken in, or nothing: each line that cannot be\n' +
    'is named. The same list a second time adds nothing.',
  examples: [
    'swarm queue import work.jsonl',
    'gh issue list --json number,title,body,labels,state | swarm queue import -',
    'swarm queue import .beads/issues.jsonl --format beads --partial',
  ],
  words: [{ name: 'file', key: 'file', about: 'The list, or - for standard input', offers: 'file' }],
  flags: [
    {
      name: 'format',
      key: 'format',
      value: 'format',
      about: `One of ${IMPORT_FORMATS.join(', ')} (told by its looks)`,
      offers: IMPORT_FORMATS,
    },
    { name: 'partial', key: 'partial', about: 'Take the good lines when others are bad' },
  ],
  input: z.omit(ImportWork, { text: true }),
  run: async (host, input) => {
    const text = await host.readText(input.file);
    if (text.ok) return askVerb(host, 'queue.import', { ...input, text: text.value });
    const problem = text.refusal.code.replace('prompt-', '').replaceAll('-', ' ');
    return refused({ code: 'queue-file-missing', file: input.file, problem });
  },
  show: { 'queue.import': renderImported },
});

function renderImported({ format, added, already, bad }: ValueOf<'queue.import'>): string {
  return [
    `✅ Added ${added.length} (${format})`,
    ...(already.length > 0 ? [`, ${already.length} there already`] : []),
    ...(bad.length > 0 ? [`, ${bad.length} left out`] : []),
    '\n',
    ...bad.map(({ line, problem }) => `❌ line ${line}: ${oneLine(problem)}\n`),
  ].join('');
}

const RENDERERS = { json: renderQueueJson, jsonl: renderWorkLines, markdown: renderWorkMarkdown } as const;

export const queueExport = command({
  name: 'queue export',
  summary: 'Export the queue as a list that can be imported again',
  examples: ['swarm queue export > work.json', 'swarm queue export --format markdown --open'],
  flags: [
    {
      name: 'format',
      key: 'format',
      value: 'format',
      about: `One of ${QUEUE_EXPORT_FORMATS.join(', ')} (json)`,
      offers: QUEUE_EXPORT_FORMATS,
    },
    { name: 'open', key: 'open', about: 'Only what is not over' },
    ...CHOICE,
  ],
  input: z.extend(ExportWork, { format: z._default(z.enum(QUEUE_EXPORT_FORMATS), 'json') }),
  run: async (host, { format, ...input }, io) => {
    const exported = await host.ask('queue.export', input);
    if (!exported.ok) return exported;
    await io.say(RENDERERS[format](exported.value));
    return reply('queue.export', exported.value, { written: 'text' });
  },
  show: { 'queue.export': renderQueueJson },
});
