import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { DesignPlan } from '../../contract/plan/plan-version.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { command } from '../command.ts';
import { followRun } from '../follow-run.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';
import { runExitCode } from '../run-exit-code.ts';

const Input = z.extend(DesignPlan, {
  follow: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;

export const planDesign = command({
  name: 'plan design',
  summary: 'Let an architect design a plan, and a design verifier judge it',
  about: [
    'The architect reads conversation_summary_<task>.md, asks you what is open (swarm questions), and hands',
    'in versions of plan.yaml. Each is checked at once; a sound one goes to the design verifier. What passes',
    'waits for you: swarm plan approve, or swarm plan reject with the reason.',
    'Touches: plan.yaml and all that is drawn from it, once you have approved. Never touches: your branches.',
  ].join('\n'),
  examples: ['swarm plan design user-management --follow', 'swarm plan design user-management --cli codex'],
  words: [{ name: 'plan', key: 'plan', about: 'Name of a plan', offers: 'plan' }],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay and tell what happens; exit as it ends' },
    { name: 'quiet', short: 'q', key: 'quiet', about: 'Print the run id only' },
    { name: 'cli', key: 'cli', value: 'name', about: 'Agent CLI of every role', offers: AGENT_CLIS },
    { name: 'yes', key: 'yes', about: 'Approve by itself what passes; the record says so' },
  ],
  input: Input,
  run,
  show: { 'plan.design': renderStarted },
});

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Reply<'plan.design'>>> {
  const { follow, quiet, ...asked } = input;
  const outcome = await host.ask('plan.design', asked);
  if (!outcome.ok) return outcome;
  const started = outcome.value;
  for (const warning of started.warnings) io.warn(`⚠️  ${warning}\n`);
  if (quiet) await io.say(`${started.run.id}\n`);
  if (!follow) return reply('plan.design', started, { written: quiet ? 'text' : 'nothing' });
  if (!quiet) await io.say(renderStarted(started));
  const ended = await followRun(host, started.run.id, { io, isQuiet: quiet });
  if (!ended.ok) return ended;
  const exitCode = runExitCode(ended.value.run);
  return reply('plan.design', { ...started, ended: ended.value }, { exitCode, written: 'text' });
}

function renderStarted({ run: { id, workflow } }: ValueOf<'plan.design'>): string {
  const plan = workflow.replace(/\.design$/, '');
  const look = `📋 Look: swarm status ${id}; swarm questions ${id}`;
  return `✅ Design started: ${id} (${plan})\n${look}\nWhen it has passed: swarm plan approve ${plan}\n`;
}
