import { PlanRef, StopPlan } from '../../contract/plan/plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { awaitRun } from '../await-runs.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { PLAN_OR_RUN } from '../plan-words.ts';
import { asks, type Reply, reply } from '../reply.ts';
import { END_LIMIT_MS, renderResumed, renderStopped } from '../run-words.ts';

export const planStop = command({
  name: 'plan stop',
  summary: 'Stop the newest run of a plan gracefully and keep its results so far',
  about: 'Its branches stay as they are. A stopped run does not go on: swarm plan run begins another.',
  examples: ['swarm plan stop user-management', 'swarm plan stop user-management --reason "wrong goal"'],
  words: [PLAN_OR_RUN],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  input: StopPlan,
  run: stopPlan,
  show: { 'plan.stop': renderStopped },
});

async function stopPlan(host: Host, input: StopPlan): Promise<Outcome<Reply<'plan.stop'>>> {
  const stopped = await host.ask('plan.stop', input);
  if (!stopped.ok) return stopped;
  const runId = stopped.value.report.run.id;
  const ended = await awaitRun(host, { runId, timeoutMs: END_LIMIT_MS });
  return ended.ok ? reply('plan.stop', { ...stopped.value, report: ended.value.report }) : ended;
}

export const planResume = command({
  name: 'plan resume',
  summary: 'Resume the newest run of a plan after a crash, and show where it is',
  about:
    'A run goes on from its stored state as soon as a supervisor runs; this command starts one, and\n' +
    'wakes the sessions of the run that are parked.',
  examples: ['swarm plan resume user-management', 'swarm plan resume 1763222400000'],
  words: [PLAN_OR_RUN],
  input: PlanRef,
  run: asks('plan.resume'),
  show: { 'plan.resume': renderResumed },
});
