import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { StartLoop } from '../../contract/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { command } from '../command.ts';
import { durationMs, wholeNumber } from '../flag.ts';
import { followLoop } from '../follow-loop.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { lookBefore } from '../look-before.ts';
import { CHOICE } from '../queue-words.ts';
import { type Reply, reply } from '../reply.ts';
import { workspaceOf } from '../workspace-flags.ts';

const Input = z.extend(StartLoop, {
  here: z._default(z.boolean(), false),
  detach: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;
type StartedLoop = ValueOf<'loop.start'>;

export const loop = command({
  name: 'loop',
  summary: 'Start a loop that runs a session for each work item in the queue',
  about:
    'The supervisor runs it: it outlives this terminal, a crash and a reboot, and goes on where it was.\n' +
    'One after the other they work in its folder, each on what the last left; several at once\n' +
    '(--concurrency) get a worktree each.\n' +
    'Failures in a row make it slower, after failures.max of them it asks. The command stays and shows\n' +
    'what happens: on a terminal a table of the items, in a pipe lines. Ctrl-C leaves the loop running.',
  examples: [
    'swarm loop --agent developer --until-empty',
    'swarm loop --concurrency 4 --max-iterations 100 --delay 5s --workspace --detach',
    'swarm loop --template prompts/bootstrap.md',
    'swarm loop --rig aardwolf --label nightly --work-dir ../aardwolf',
  ],
  flags: [
    { name: 'agent', key: 'persona', value: 'persona', about: 'Who does it (developer)', offers: 'persona' },
    {
      name: 'cli',
      key: 'cli',
      value: 'name',
      about: 'Agent CLI',
      offers: AGENT_CLIS,
    },
    { name: 'model', key: 'model', value: 'name', about: 'Model of the agent CLI' },
    {
      name: 'concurrency',
      key: 'concurrency',
      value: 'number',
      about: 'Sessions at the same time (1)',
      ...wholeNumber,
    },
    {
      name: 'max-iterations',
      key: 'maxIterations',
      value: 'number',
      about: 'Work items until it ends; 0 for no end (loop.maxIterations)',
      ...wholeNumber,
    },
    { name: 'until-empty', key: 'untilEmpty', about: 'End when nothing is left that could become ready' },
    {
      name: 'delay',
      key: 'delayMs',
      value: 'duration',
      about: 'Pause between work items (loop.delay)',
      ...durationMs,
    },
    {
      name: 'template',
      key: 'template',
      value: 'file',
      about: 'What prompts are made from (templates/bootstrap.md)',
      offers: 'file',
    },
    { name: 'workspace', key: 'workspace', about: 'A fresh worktree for each work item' },
    { name: 'here', key: 'here', about: 'Let several write to your checkout at once' },
    {
      name: 'gate',
      key: 'gate',
      value: 'command',
      about:
        'Must succeed before work without a gate of its own counts as done; may be run twice (gate.command)',
    },
    ...CHOICE,
    {
      name: 'actor',
      key: 'actor',
      value: 'name',
      about: 'Who does it, where the work does not say (loop.actor)',
    },
    {
      name: 'work-dir',
      key: 'workDir',
      value: 'folder',
      about: "Folder that its sessions work in, from the project's on (loop.workDir)",
      offers: 'file',
    },
    { name: 'detach', short: 'd', key: 'detach', about: 'Come back at once' },
  ],
  input: Input,
  run,
  show: { 'loop.start': renderStarted },
});

async function run(host: Host, given: Input, io: Io): Promise<Outcome<Reply<'loop.start'>>> {
  const { detach, here, ...input } = given;
  const looked = await lookBefore(host, io);
  if (!looked.ok) return looked;
  const outcome = await host.ask('loop.start', { ...input, workspace: workspaceOf(given) });
  if (!outcome.ok) return outcome;
  const started = outcome.value;
  for (const warning of started.warnings) io.warn(`⚠️  ${warning}\n`);
  if (started.others.length > 0) io.warn(`ℹ️  Not over either: ${started.others.join(', ')}\n`);
  if (detach) return reply('loop.start', started);
  const { id } = started.loop;
  await io.say(renderStarted(started));
  io.onInterrupt(() => io.warn(`\nℹ️  Loop ${id} goes on; end it: swarm loop stop ${id}\n`));
  const ended = await followLoop(host, started, io);
  return ended.ok ? reply('loop.start', { ...started, loop: ended.value }, { written: 'text' }) : ended;
}

function renderStarted({ loop: { id } }: StartedLoop): string {
  return `✅ Loop started: ${id}\n📋 Look: swarm loop list; end it: swarm loop stop ${id}\n`;
}
