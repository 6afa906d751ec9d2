import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { ListSessions, STATUSES } from '../../contract/session.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderSessionTable } from '../../views/session-table.ts';
import { command } from '../command.ts';
import { durationMs, wholeNumber } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

const PAGE = 50;
const LARGEST_PAGE = 1000;
/** Of a list that is not cut: a million sessions. */
const MOST_PAGES = 1000;

const Input = z.extend(ListSessions, {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(LARGEST_PAGE))),
  all: z._default(z.boolean(), false),
  everywhere: z._default(z.boolean(), false),
  tree: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;
type Filters = Omit<Input, 'all' | 'everywhere' | 'tree'>;
type Page = ValueOf<'session.list'>;

export const list = command({
  name: 'list',
  summary: 'List sessions: by what they want of you, or as a table',
  about: [
    'On a terminal: grouped, as wide as it is, with the command that is wanted next. "swarm" alone does the',
    'same. In a pipe, or with a filter: a table of all that match, newest first, with nothing cut. With',
    '--json: pages of 50, or --limit; "next" is what --after takes. --all gives all of them at once.',
    '--everywhere groups the sessions of each of your projects on this machine; it starts nothing there.',
    '"swarm ls" is the same command.',
  ].join('\n'),
  examples: [
    'swarm list',
    'swarm list --all',
    'swarm list --tree',
    'swarm ls --everywhere',
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
    { name: 'limit', key: 'limit', value: 'number', about: 'At most so many; --json: 50', ...wholeNumber },
    { name: 'all', key: 'all', about: 'Every one, also of those that are done' },
    { name: 'tree', key: 'tree', about: 'Each below the session that started it' },
    { name: 'everywhere', key: 'everywhere', about: 'All your projects on this machine' },
    { name: 'after', key: 'after', value: 'cursor', about: 'The next page, as the last one named it' },
  ],
  input: Input,
  run,
  show: {
    'session.list': renderSessionTable,
    // It is written while the width of the terminal is known.
    'session.overview': () => '',
    'project.list': () => '',
  },
});

async function run(
  host: Host,
  { all, everywhere, tree, ...input }: Input,
  io: Io,
): Promise<Outcome<Reply<'session.list' | 'session.overview' | 'project.list'>>> {
  if (everywhere && isNarrowed(input)) {
    throw new UsageError('--everywhere takes no filter but --all', { key: 'everywhere' });
  }
  if (everywhere) return sayProjects(host, { all }, io);
  if (!io.isJson && !tree && !isNarrowed(input) && io.isTerminal) return sayOverview(host, { all }, io);
  const isPaged = input.limit !== undefined || input.after !== undefined || (io.isJson && !all && !tree);
  const page = isPaged
    ? await host.ask('session.list', { ...input, limit: input.limit ?? PAGE })
    : await listAll(host, input);
  return page.ok ? reply('session.list', { ...page.value, isTree: tree }) : page;
}

/** Whether anything but the usual list was asked for. */
const isNarrowed = ({ archived, ...filters }: Filters): boolean =>
  archived || Object.values(filters).some((value) => value !== undefined);

async function listAll(host: Host, input: Filters): Promise<Outcome<Page>> {
  const ask = (more: Readonly<{ after?: string }>) =>
    host.ask('session.list', { ...input, ...more, limit: LARGEST_PAGE });
  const first = await ask({});
  if (!first.ok) return first;
  const sessions = [...first.value.sessions];
  let { next } = first.value;
  for (let pages = 1; next !== null && pages < MOST_PAGES; pages++) {
    const page = await ask({ after: next });
    if (!page.ok) return page;
    sessions.push(...page.value.sessions);
    next = page.value.next;
  }
  return { ok: true, value: { ...first.value, sessions, next } };
}

/** The groups, as wide as the terminal. */
async function sayOverview(
  host: Host,
  input: Readonly<{ all: boolean }>,
  io: Io,
): Promise<Outcome<Reply<'session.overview'>>> {
  const view = await host.ask('session.overview', { ...input, words: false });
  if (!view.ok) return view;
  const { renderOverview } = await import('../../views/session-overview.ts');
  await io.say(renderOverview(view.value, { style: io.style, columns: io.columns }));
  return reply('session.overview', view.value, { written: 'text' });
}

/** In a pipe nothing is cut. */
const UNCUT_COLUMNS = 1000;

async function sayProjects(
  host: Host,
  input: Readonly<{ all: boolean }>,
  io: Io,
): Promise<Outcome<Reply<'project.list'>>> {
  const looks = await host.ask('project.list', input);
  if (!looks.ok) return looks;
  const { renderProjects } = await import('../../views/project-list.ts');
  const columns = io.isTerminal ? io.columns : UNCUT_COLUMNS;
  await io.say(renderProjects(looks.value, { style: io.style, columns }));
  return reply('project.list', looks.value, { written: 'text' });
}

/** What `swarm` alone does in a project. */
export const overview = command({
  name: 'list',
  summary: 'Show sessions by what they want of you, and what to do next',
  examples: ['swarm'],
  input: z.object({}),
  run: (host, _, io) => sayOverview(host, { all: false }, io),
  show: { 'session.overview': () => '' },
});
