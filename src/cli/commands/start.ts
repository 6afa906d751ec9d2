import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { ROLE_SETTINGS, StartRun } from '../../contract/run.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { answered, command } from '../command.ts';
import { asList, asText, durationMs, pair } from '../flag.ts';
import { followRun } from '../follow-run.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { lookBefore } from '../look-before.ts';
import { type Reply, reply } from '../reply.ts';
import { runExitCode } from '../run-exit-code.ts';

const Input = z.extend(z.omit(StartRun, { roles: true, id: true, cleanup: true, definition: true }), {
  set: z._default(z.array(z.tuple([z.string(), z.string()])), []),
  follow: z._default(z.boolean(), false),
  detach: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;
type StartedRun = ValueOf<'run.start'>;
type StartOutcome = Outcome<Reply<'run.start'>>;

// Anything else is a setting of the project, as with every command.
const isRoleSetting = (text: string): boolean =>
  ROLE_SETTINGS.some((key) => /^[^=]+\.(\w+)=/.exec(text)?.[1] === key);

export const start = command({
  name: 'start',
  summary: 'Start a workflow for a goal',
  about:
    'With --follow it stays and shows what happens; Ctrl-C leaves the run alone.\n' +
    'Without it, prints the id of the run and returns at once.',
  examples: [
    'swarm start research "why do the nightly builds fail?" --follow',
    'swarm start development "add a --json flag" --set reviewer.model=opus --key issue-42',
    'swarm start architecture - < goal.md',
  ],
  words: [
    {
      name: 'workflow',
      key: 'workflow',
      about: 'Name of a workflow (swarm workflow list)',
      offers: 'workflow',
    },
    { name: 'goal|-', key: 'goal', about: 'What is to be reached, or - for stdin', gather: asText },
  ],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay and tell what happens; exit as it ends' },
    { name: 'detach', short: 'd', key: 'detach', about: 'Come back at once, which is the default' },
    { name: 'quiet', short: 'q', key: 'quiet', about: 'Print the run id only' },
    {
      name: 'cli',
      key: 'cli',
      value: 'name',
      about: 'Agent CLI of every role',
      offers: AGENT_CLIS,
    },
    {
      name: 'set',
      key: 'set',
      value: 'role.key=value',
      about: `For one role: ${ROLE_SETTINGS.join(', ')}`,
      ...pair,
      expected: 'role.key=value',
      accepts: isRoleSetting,
      gather: asList,
    },
    { name: 'timeout', key: 'timeoutMs', value: 'duration', about: 'Limit of the whole run', ...durationMs },
    {
      name: 'key',
      key: 'key',
      value: 'text',
      about: 'The same key and content give the same run, never a second',
    },
  ],
  input: Input,
  run,
  show: { 'run.start': renderStarted },
});

async function run(host: Host, input: Input, io: Io): Promise<StartOutcome> {
  const { set, follow, detach, quiet, goal: said, ...asked } = input;
  if (follow && detach) throw new UsageError('--follow and --detach are opposites', { key: 'detach' });
  const goal = said === '-' ? await host.readText('-') : answered(said);
  if (!goal.ok) return goal;
  const looked = await lookBefore(host, io);
  if (!looked.ok) return looked;
  const outcome = await host.ask('run.start', parsed({ ...asked, goal: goal.value, roles: rolesOf(set) }));
  if (!outcome.ok) return outcome;
  const started = outcome.value;
  for (const warning of started.warnings) io.warn(`⚠️  ${warning}\n`);
  if (!started.isNew) io.warn('ℹ️  This key was used before: nothing new was started\n');
  if (quiet) await io.say(`${started.run.id}\n`);
  if (!follow) return reply('run.start', started, { written: quiet ? 'text' : 'nothing' });
  return followStarted(host, started, { io, isQuiet: quiet });
}

function parsed(asked: z.input<typeof StartRun>): StartRun {
  const read = StartRun.safeParse(asked);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`--set ${issue?.path.slice(1).join('.')}: ${issue?.message}`, { key: 'set' });
}

/** `reviewer.model=opus` becomes a setting of that role. */
function rolesOf(set: readonly (readonly [string, string])[]): Record<string, Record<string, string>> {
  const roles: Record<string, Record<string, string>> = {};
  for (const [name, value] of set) {
    const dot = name.lastIndexOf('.');
    const role = name.slice(0, dot);
    roles[role] = { ...roles[role], [name.slice(dot + 1)]: value };
  }
  return roles;
}

async function followStarted(
  host: Host,
  started: StartedRun,
  { io, isQuiet }: Readonly<{ io: Io; isQuiet: boolean }>,
): Promise<StartOutcome> {
  if (!isQuiet) await io.say(renderStarted(started));
  const ended = await followRun(host, started.run.id, { io, isQuiet });
  if (!ended.ok) return ended;
  const exitCode = runExitCode(ended.value.run);
  return reply('run.start', { ...started, ended: ended.value }, { exitCode, written: 'text' });
}

function renderStarted({ run: { id, workflow } }: StartedRun): string {
  const look = `📋 Look: swarm status ${id}; swarm attach ${id}; swarm wait ${id}`;
  return `✅ Run started: ${id} (${workflow})\n${look}\n`;
}
