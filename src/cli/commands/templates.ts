import * as z from 'zod/mini';
import { TemplateRef } from '../../contract/template.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderTemplate, renderTemplateCheck, renderTemplates } from '../../views/template-list.ts';
import { command } from '../command.ts';
import type { Word } from '../flag.ts';
import type { Host } from '../host.ts';
import { asks, type Reply, reply } from '../reply.ts';

const NAME: Word = { name: 'name', key: 'name', about: 'Name of a template' };

export const templates = command({
  name: 'templates',
  summary: 'List templates of tasks',
  about:
    'Looked for in templates/<name>.md of the project, then among those that ship with Swarm. What stands\n' +
    'in brackets has a default.',
  examples: ['swarm templates', 'swarm templates show fix-bug', 'swarm templates --json'],
  input: z.object({}),
  run: asks('template.list'),
  show: { 'template.list': renderTemplates },
});

export const templatesShow = command({
  name: 'templates show',
  summary: 'Show a template: what it leaves open, and its text',
  examples: ['swarm templates show validate-deployment'],
  words: [NAME],
  input: TemplateRef,
  run: asks('template.show'),
  show: { 'template.show': renderTemplate },
});

export const templatesCheck = command({
  name: 'templates check',
  summary: 'Check every template and report problems with their lines',
  about: 'Exits 1 when one of them is broken.',
  examples: ['swarm templates check'],
  input: z.object({}),
  run: check,
  show: {
    'template.list': (located, style) =>
      renderTemplateCheck(located, style) || '✅ All templates are sound\n',
  },
});

async function check(host: Host): Promise<Outcome<Reply<'template.list'>>> {
  const listed = await host.ask('template.list', {});
  if (!listed.ok) return listed;
  const isSound = listed.value.every(({ problems }) => problems.length === 0);
  return reply('template.list', listed.value, { exitCode: isSound ? 0 : 1 });
}

export const templatesNew = command({
  name: 'templates new',
  summary: 'Write a template of the project to begin from',
  about:
    'A copy of the one of this name that ships with Swarm, which it then stands before; else a short one.\n' +
    'Touches: templates/<name>.md. Never touches: a file that is there.',
  examples: ['swarm templates new fix-bug', 'swarm templates new check-invoices'],
  words: [NAME],
  input: TemplateRef,
  run: asks('template.new'),
  show: {
    'template.new': ({ file, copied }) =>
      `✅ Created: ${file}${copied ? ' (a copy of the one that ships)' : ''}\nThen: swarm templates check\n`,
  },
});
