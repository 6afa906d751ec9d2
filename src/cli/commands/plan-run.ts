import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { RunPlan } from '../../contract/plan/plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderRehearsedPlan } from '../../views/plan/rehearsed-plan.ts';
import { command } from '../command.ts';
import { followPlan } from '../follow-plan.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { lookBefore } from '../look-before.ts';
import { type Reply, reply } from '../reply.ts';
import { runExitCode } from '../run-exit-code.ts';
import { confirmApproval } from './plan-approve.ts';

const Input = z.extend(RunPlan, {
  rehearse: z._default(z.boolean(), false),
  follow: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;

export const planRun = command({
  name: 'plan run',
  summary: 'Run a plan: its tasks, their reviews and their verifications',
  about: [
    'A task starts when all that it depends on is verified; the others at the same time, within',
    'limits.sessions. Each is worked on in a worktree of its role, reviewed by its own agent, and verified.',
    'After three verifications, or when an agent is lost, you are asked (swarm questions).',
    'Only content that was approved is run (swarm plan approve); on a terminal you are shown it and asked.',
    'It is a run like any other: swarm status, stop, resume, merge and export take its id.',
  ].join('\n'),
  examples: [
    'swarm plan run user-management --rehearse',
    'swarm plan run user-management --follow',
    'swarm plan run user-management --cli codex',
  ],
  words: [
    {
      name: 'plan',
      key: 'plan',
      about: 'Name of a plan, or the path of a plan.yaml',
      offers: 'plan',
    },
  ],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay and show what happens; exit as it ends' },
    {
      name: 'rehearse',
      key: 'rehearse',
      about: 'Play all of it with scripted agents in a clone that is removed',
    },
    { name: 'quiet', short: 'q', key: 'quiet', about: 'Print the run id only' },
    { name: 'yes', key: 'yes', about: 'Approve the plan as it is now, unasked' },
    { name: 'cli', key: 'cli', value: 'name', about: 'Agent CLI of every role', offers: AGENT_CLIS },
    { name: 'yes', key: 'yes', about: 'Let the architect change the plan while it runs, unasked' },
    {
      name: 'key',
      key: 'key',
      value: 'text',
      about: 'The same key and content give the same run, never a second',
    },
  ],
  input: Input,
  run,
  show: { 'plan.run': renderStarted, 'plan.rehearse': renderRehearsedPlan },
});

type PlanRunReply = Reply<'plan.run' | 'plan.rehearse'>;

async function run(host: Host, input: Input, io: Io): Promise<Outcome<PlanRunReply>> {
  const { follow, quiet, rehearse, ...asked } = input;
  if (rehearse) return rehearsePlan(host, asked.plan, io);
  const looked = await lookBefore(host, io, { track: asked.plan });
  if (!looked.ok) return looked;
  const outcome = await askApproved(host, asked, io);
  if (!outcome.ok) return outcome;
  const started = outcome.value;
  for (const warning of started.warnings) io.warn(`⚠️  ${warning}\n`);
  if (!started.isNew) io.warn('ℹ️  This key was used before: nothing new was started\n');
  if (quiet) await io.say(`${started.run.id}\n`);
  if (!follow) return reply('plan.run', started, { written: quiet ? 'text' : 'nothing' });
  if (!quiet) await io.say(renderStarted(started));
  const ended = await followPlan(host, started.run.id, { io, isQuiet: quiet });
  if (!ended.ok) return ended;
  const exitCode = runExitCode(ended.value.run);
  return reply('plan.run', { ...started, ended: ended.value }, { exitCode, written: 'text' });
}

/** Content that is not approved is shown to the person at the terminal, once. */
async function askApproved(host: Host, asked: RunPlan, io: Io): Promise<Outcome<ValueOf<'plan.run'>>> {
  const { plan } = asked;
  const outcome = await host.ask('plan.run', asked);
  if (outcome.ok || outcome.refusal.code !== 'plan-not-approved' || !io.isTerminal) return outcome;
  const shown = await host.ask('plan.approve', { plan, dryRun: true });
  if (!shown.ok) return shown;
  if (!(await confirmApproval(shown.value, io))) return outcome;
  const { contentHash } = shown.value;
  const approved = await host.ask('plan.approve', { plan, contentHash, dryRun: false });
  return approved.ok ? host.ask('plan.run', asked) : approved;
}

async function rehearsePlan(host: Host, plan: string, io: Io): Promise<Outcome<PlanRunReply>> {
  await io.say('⏳ Rehearsing in a throw-away clone; this spends nothing\n');
  const rehearsed = await host.ask('plan.rehearse', { plan });
  if (!rehearsed.ok) return rehearsed;
  const { status, findings } = rehearsed.value;
  const exitCode = runExitCode(status.run) || (findings.length === 0 ? 0 : 1);
  return reply('plan.rehearse', rehearsed.value, { exitCode });
}

function renderStarted({ run: { id, workflow } }: ValueOf<'plan.run'>): string {
  const look = `📋 Look: swarm status ${id}; swarm questions ${id}; swarm wait ${id}`;
  return `✅ Plan started: ${id} (${workflow})\n${look}\n`;
}
