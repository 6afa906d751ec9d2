import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { isSettingKey } from '../../contract/config.ts';
import { CreateSession, MODES, PRIORITIES } from '../../contract/session.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { untilText } from '../../views/dependency-view.ts';
import { statusWord } from '../../views/session-view.ts';
import { AFTER_FLAGS, RETRY_FLAGS } from '../after-flags.ts';
import { checkSessionSettings } from '../check-session-settings.ts';
import { choosePersona } from '../choose-persona.ts';
import { answered, command, refused } from '../command.ts';
import { createRace } from '../create-race.ts';
import { endExitCode } from '../end-exit-code.ts';
import { createBelow } from '../family.ts';
import { asList, asRecord, dollars, durationMs, pair, tokenCount } from '../flag.ts';
import { followOutput } from '../follow-output.ts';
import { goesOnText } from '../goes-on-text.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { RACE_FLAGS, raceOf } from '../race-flags.ts';
import { type Reply, reply } from '../reply.ts';
import { RESOURCE_FLAGS } from '../resource-flags.ts';
import { WORKSPACE_FLAGS, workspaceOf } from '../workspace-flags.ts';

const Rivals = z.array(z.nullable(z.string()));
const Input = z.extend(z.omit(CreateSession, { prompt: true, promptSource: true, schema: true }), {
  file: z.optional(z.string()),
  messages: z._default(z.array(z.string()), []),
  schemaFile: z.optional(z.string()),
  here: z._default(z.boolean(), false),
  follow: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false),
  isSure: z._default(z.boolean(), false),
  template: z.optional(z.string()),
  values: z._default(z.record(z.string(), z.string()), {}),
  race: z.optional(Rivals),
  bestOf: z.optional(Rivals),
  judge: z.optional(z.string()),
  gate: z.optional(z.string()),
  staged: z._default(z.boolean(), false),
  stageMs: z.optional(z.number()),
});
type Input = z.infer<typeof Input>;

type CreatedSession = ValueOf<'session.create'>;

// Every command takes --set for settings, so a variable has another name than any of them.
const isNoSetting = (text: string): boolean => !isSettingKey(text.split('=')[0] ?? '');

export const create = command({
  name: 'create',
  summary: 'Start an agent on a task',
  about:
    'The task is a file, stdin (-) or the words of -m; without any of them your editor opens for it.\n' +
    'Several -m start one session each; --race starts several at one task, of which one wins.',
  examples: [
    'swarm create reviewer task.md',
    'swarm create auto task.md',
    'swarm create developer -m "fix the login" -m "update the docs"',
    'git diff | swarm create reviewer - --tag nightly --follow',
    'swarm create builder task.md --workspace --timeout 1h --key build-42',
    'swarm create reviewer task.md --budget 2.50 --budget-tokens 500k',
    'swarm create reviewer task.md --schema verdict.schema.json',
    'swarm create developer --template fix-bug --set symptom="the login hangs"',
    'swarm create developer task.md --race 3 --gate "npm test" --follow',
    'swarm create reviewer review.md --after 20251118-153042-developer',
    'swarm create builder task.md --memory 2g --cpus 2',
  ],
  words: [
    {
      name: 'agent',
      key: 'persona',
      about: 'Name of a persona (swarm personas), or auto for the one that fits the task best',
      offers: 'persona',
    },
    {
      name: 'task-file|-',
      key: 'file',
      about: 'File that holds the task, or - for stdin',
      isOptional: true,
      offers: 'file',
    },
  ],
  flags: [
    {
      name: 'message',
      short: 'm',
      key: 'messages',
      value: 'text',
      about: 'The task itself; given again, another session for another task',
      gather: asList,
    },
    { name: 'template', key: 'template', value: 'name', about: 'Make the task of this (swarm templates)' },
    {
      name: 'set',
      key: 'values',
      value: 'name=value',
      about: 'Another value of a setting; with --template: what stands in one of its places',
      ...pair,
      accepts: isNoSetting,
      gather: asRecord,
    },
    {
      name: 'cli',
      key: 'cli',
      value: 'name',
      about: "Agent CLI to use instead of the persona's",
      offers: AGENT_CLIS,
    },
    {
      name: 'mode',
      key: 'mode',
      value: 'mode',
      about: `How it is driven: ${MODES.join(' or ')}`,
      offers: MODES,
    },
    { name: 'model', key: 'model', value: 'name', about: 'Model to use' },
    { name: 'title', key: 'title', value: 'text', about: 'What to call it, instead of its first line' },
    { name: 'tag', key: 'tags', value: 'tag', about: 'Tag to find it by', gather: asList },
    {
      name: 'timeout',
      key: 'timeoutMs',
      value: 'duration',
      about: 'Limit of its working time, as 45m',
      ...durationMs,
    },
    {
      name: 'budget',
      key: 'budgetUsd',
      value: 'dollars',
      about: 'Money it may spend; then it waits and asks',
      ...dollars,
    },
    {
      name: 'budget-tokens',
      key: 'budgetTokens',
      value: 'tokens',
      about: 'Tokens it may read and write, as 500k',
      ...tokenCount,
    },
    {
      name: 'priority',
      key: 'priority',
      value: 'word',
      about: `Order in the queue: ${PRIORITIES.join(', ')}`,
      offers: PRIORITIES,
    },
    {
      name: 'meta',
      key: 'metadata',
      value: 'key=value',
      about: 'Metadata for state.json',
      ...pair,
      gather: asRecord,
    },
    {
      name: 'schema',
      key: 'schemaFile',
      value: 'file',
      about: 'JSON Schema that its result must fit',
      offers: 'file',
    },
    { name: 'wait', key: 'wait', about: 'Block until a slot is free instead of being refused' },
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay and show what it writes; exit as it ends' },
    { name: 'yes', short: 'y', key: 'isSure', about: 'With auto: take the best, without a question' },
    { name: 'quiet', short: 'q', key: 'quiet', about: 'Print the session id only' },
    ...WORKSPACE_FLAGS,
    { name: 'with-changes', key: 'withChanges', about: 'Begin its worktree with your uncommitted changes' },
    ...AFTER_FLAGS,
    ...RETRY_FLAGS,
    ...RACE_FLAGS,
    ...RESOURCE_FLAGS,
    {
      name: 'parent',
      key: 'parentId',
      value: 'session',
      about: 'The session that asks for this one: it ends with that one, which pays for it too',
      offers: 'session',
    },
    { name: 'outlives-parent', key: 'outlivesParent', about: 'Go on when that one ends' },
    {
      name: 'key',
      key: 'key',
      value: 'text',
      about: 'The same key and content give the same session, never a second',
    },
  ],
  checkSettings: checkSessionSettings,
  input: Input,
  run,
  show: {
    'session.create': renderCreated,
    'race.create': () => '',
    'session.create-many': ({ sessions }) => sessions.map(renderCreated).join('\n'),
  },
});

type CreateReply = Reply<'session.create' | 'session.create-many' | 'race.create'>;

async function run(host: Host, input: Input, io: Io): Promise<Outcome<CreateReply>> {
  const { file, messages, schemaFile, here, follow, quiet, template, values, isSure, ...wanted } =
    withoutRace(input);
  const workspace = workspaceOf(input);
  const tasks = await readTasks(host, input, io);
  if (!tasks.ok) return tasks;
  const choice = await choosePersona(host, { persona: wanted.persona, tasks: tasks.value, isSure }, io);
  if (!choice.ok) return choice;
  const { persona, chosen } = choice.value;
  const schema = await readSchema(host, schemaFile);
  if (!schema.ok) return schema;
  const [task, ...others] = tasks.value;
  const race = raceOf(input);
  if (race !== null) {
    return startRace(host, { ...input, persona, ...schema.value, ...race, task, others }, io);
  }
  if (host.attempt !== null) {
    if (follow) throw new UsageError('Inside a session, wait with: swarm wait <session>', { key: 'follow' });
    const shared = { ...wanted, persona, ...schema.value, workspace };
    return createBelow(host, { shared, tasks: tasks.value, isQuiet: quiet }, io);
  }
  if (others.length > 0) return createMany(host, { ...input, persona, ...schema.value, workspace }, io);
  const texts = { ...task, ...schema.value };
  const outcome = await host.ask('session.create', { ...wanted, persona, ...texts, workspace });
  if (!outcome.ok) return outcome;
  const created = { ...outcome.value, chosen };
  warnOf(created, io);
  if (quiet) await io.say(`${created.session.id}\n`);
  else if (follow) await io.say(renderCreated(created));

  if (input.wait || follow) {
    const sessionIds = [created.session.id];
    const started = await host.ask('session.wait', { sessionIds, until: 'started', attempt: 0 });
    if (!started.ok) return started;
  }
  return follow
    ? followToEnd(host, created, { io, isQuiet: quiet })
    : reply('session.create', created, { written: quiet ? 'text' : 'nothing' });
}

type Task = Readonly<{ prompt: string; promptSource: string }>;
type Schema = Pick<CreateSession, 'schema' | 'schemaSource'>;

/** The tasks by words, by a file, or as the person writes them now. */
async function readTasks(
  host: Host,
  { file, messages, template, values }: Input,
  io: Io,
): Promise<Outcome<readonly [Task, ...Task[]]>> {
  if (template !== undefined)
    return fillTask(host, { template, values, isOnly: !file && messages.length === 0 });
  const [stray] = Object.keys(values);
  if (stray !== undefined)
    throw new UsageError(`--set ${stray}=… names no setting, and no --template is given`, { key: 'set' });
  const [first, ...others] = messages.map((prompt) => ({ prompt, promptSource: '-m' }));
  if (first && file !== undefined) throw new UsageError('Name a task file or words with -m, not both');
  if (first) return answered([first, ...others]);
  if (file === undefined) return writeTask(host, io);
  const read = await host.readText(file);
  return read.ok
    ? answered([{ prompt: read.value, promptSource: file === '-' ? file : resolve(file) }])
    : read;
}

type Filling = Readonly<{ template: string; values: Record<string, string>; isOnly: boolean }>;

async function fillTask(
  host: Host,
  { template, values, isOnly }: Filling,
): Promise<Outcome<readonly [Task]>> {
  if (!isOnly) throw new UsageError('A task is a template, a file or words with -m: one of them');
  const filled = await host.ask('template.fill', { name: template, values });
  return filled.ok ? answered([{ prompt: filled.value.task, promptSource: filled.value.file }]) : filled;
}

async function writeTask(host: Host, io: Io): Promise<Outcome<readonly [Task]>> {
  if (!io.isTerminal || io.isJson) {
    const hint = 'swarm create <agent> <task-file|->, or -m "…"; more: swarm create --help';
    throw new UsageError('Missing: <task-file|->', { hint });
  }
  const written = await host.editText(null, '');
  if (!written.ok) return written;
  return written.value.trim() === ''
    ? refused({ code: 'task-cancelled' })
    : answered([{ prompt: written.value, promptSource: 'editor' }]);
}

async function readSchema(host: Host, file: string | undefined): Promise<Outcome<Schema>> {
  if (file === undefined) return answered({ schemaSource: '-' });
  const schema = await host.readText(file);
  if (!schema.ok) return refused({ code: 'schema-missing', file });
  return answered({ schema: schema.value, schemaSource: file });
}

type Racing = Input &
  Schema &
  NonNullable<ReturnType<typeof raceOf>> &
  Readonly<{ task: Task; others: readonly Task[] }>;

async function startRace(host: Host, input: Racing, io: Io): Promise<Outcome<Reply<'race.create'>>> {
  const { file, messages, schemaFile, here, follow, quiet, template, values, task, others, ...wanted } =
    input;
  const { race, bestOf, cli, mode, wait, workspace, isSure, ...shared } = wanted;
  if (others.length > 0) throw new UsageError('A race is for one task: give -m once', { key: 'race' });
  if (wanted.budgetUsd === 0 || wanted.budgetTokens === 0)
    throw new UsageError('--budget: a race needs more than 0, as no rival could begin', { key: 'budget' });
  if (here)
    throw new UsageError('--here does not go with a race: each rival gets a worktree', { key: 'here' });
  if (mode === 'interactive')
    throw new UsageError('A race is headless: on a screen a session ends when it is told', { key: 'mode' });
  if (cli !== undefined && wanted.clis.some((one) => one !== null))
    throw new UsageError('--cli and the CLIs of a race are two answers to one question', { key: 'cli' });
  const clis = wanted.clis.map((one) => one ?? cli ?? null);
  return createRace(host, { ...shared, ...task, clis }, { follow, quiet, io });
}

function withoutRace({ race, bestOf, judge, gate, staged, stageMs, ...session }: Input) {
  return session;
}

/** One for each of the words; those that find no slot wait for one. */
async function createMany(host: Host, input: Input & Schema, io: Io): Promise<Outcome<CreateReply>> {
  const {
    messages,
    file,
    schemaFile,
    here,
    follow,
    quiet,
    title,
    key,
    wait,
    template,
    values,
    isSure,
    ...rest
  } = input;
  const single = Object.entries({ follow, title, key }).find(
    ([, value]) => value !== undefined && value !== false,
  );
  if (single) throw new UsageError(`--${single[0]} is for one session: give -m once`, { key: single[0] });
  const made = await host.ask('session.create-many', { ...rest, prompts: messages });
  if (!made.ok) return made;
  const { sessions, refused: refusal, left } = made.value;
  for (const warning of new Set(sessions.flatMap(({ warnings }) => warnings))) io.warn(`⚠️  ${warning}\n`);
  if (quiet) await io.say(sessions.map(({ session }) => `${session.id}\n`).join(''));
  if (refusal) {
    const { refusalText } = await import('../../views/refusal-text.ts');
    io.warn(`❌ ${left} not started: ${refusalText(refusal).message}\n`);
  }
  const exitCode = refusal ? 1 : 0;
  return reply('session.create-many', made.value, { written: quiet ? 'text' : 'nothing', exitCode });
}

function warnOf({ warnings, isNew }: CreatedSession, io: Io): void {
  for (const warning of warnings) io.warn(`⚠️  ${warning}\n`);
  if (!isNew) io.warn('ℹ️  This key was used before: nothing new was started\n');
}

async function followToEnd(
  host: Host,
  created: CreatedSession,
  { io, isQuiet }: { io: Io; isQuiet: boolean },
): Promise<Outcome<Reply<'session.create'>>> {
  const { id: sessionId } = created.session;
  const report = await host.ask('session.show', { sessionId });
  if (!report.ok) return report;
  io.onInterrupt(() => io.warn(`\n${goesOnText(sessionId, `swarm logs ${sessionId} --follow`)}`));
  const last = await followOutput(host, report.value, {
    write: async (text) => (isQuiet ? undefined : io.say(text)),
    warn: io.warn,
  });
  if (!last.ok) return last;
  const { session } = last.value;
  if (!isQuiet) await io.say(`\n${sessionId} is ${statusWord(session)}\n`);
  const ended = { ...created, ended: last.value };
  return reply('session.create', ended, { written: 'text', exitCode: endExitCode([session]) });
}

function renderCreated({ session, workspaceDir, workDir, branch, pane, limits }: CreatedSession): string {
  const until = untilText(session);
  const folder = workspaceDir.endsWith('/') ? workspaceDir : `${workspaceDir}/`;
  return [
    `✅ Session created: ${session.id}`,
    `📁 Workspace: ${folder}`,
    `🖥️ Tmux: ${pane ?? 'none (it runs without a terminal)'}`,
    pane === null ? `📋 Follow: swarm logs ${session.id} --follow` : `📋 Attach: swarm attach ${session.id}`,
    ...(until === null ? [] : [`⏳ Waits ${until}, then starts by itself`]),
    `📍 Works in: ${workDir} ${branch === null ? '(your checkout)' : `(branch ${branch})`}`,
    ...(limits.length === 0 ? [] : [`⏳ Limits: ${limits.join('; ')}`]),
    '',
  ].join('\n');
}
