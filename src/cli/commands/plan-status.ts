import * as z from 'zod/mini';
import { PlanRunRef } from '../../contract/plan/plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderPlanProgress } from '../../views/plan/plan-progress-table.ts';
import { command } from '../command.ts';
import { followPlan } from '../follow-plan.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { PLAN_OR_RUN } from '../plan-words.ts';
import { type Reply, reply } from '../reply.ts';
import { runExitCode } from '../run-exit-code.ts';

const Input = z.extend(PlanRunRef, { follow: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;

export const planStatus = command({
  name: 'plan status',
  summary: 'Show where the newest run of a plan is, task by task',
  about:
    'Each task with its status, who it waits for, how often it was verified, its open notes, and what is\n' +
    'asked. Without a name, the newest run of all plans. With --follow, a terminal shows one picture that\n' +
    'is drawn again; a pipe gets a line for each thing that happens.',
  examples: ['swarm plan status', 'swarm plan status user-management --follow', 'swarm plan status --json'],
  words: [{ ...PLAN_OR_RUN, isOptional: true }],
  flags: [
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay until the run is over; exit as it ends' },
  ],
  input: Input,
  run: status,
  show: { 'plan.status': renderPlanProgress },
});

async function status(host: Host, { plan, follow }: Input, io: Io): Promise<Outcome<Reply<'plan.status'>>> {
  const found = await host.ask('plan.status', { plan });
  if (!found.ok || !follow) return found.ok ? reply('plan.status', found.value) : found;
  const runId = found.value.run.id;
  const ended = await followPlan(host, runId, { io, isQuiet: false });
  if (!ended.ok) return ended;
  const last = await host.ask('plan.status', { plan: runId });
  if (!last.ok) return last;
  return reply('plan.status', last.value, { exitCode: runExitCode(last.value.run), written: 'text' });
}
