import { StopRun } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { awaitRun } from '../await-runs.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { type Reply, reply } from '../reply.ts';
import { END_LIMIT_MS, renderStopped } from '../run-words.ts';

export const stop = command({
  name: 'stop',
  summary: 'Stop a run gracefully and keep its results so far',
  about:
    'Ends its sessions and writes the results so far.\n' + 'To end it at once, without results: swarm kill',
  examples: ['swarm stop 1763222400000', 'swarm stop 1763222400000 --reason "wrong goal"'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', offers: 'run' }],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  input: StopRun,
  run,
  show: {
    'run.stop': renderStopped,
  },
});

async function run(host: Host, input: StopRun): Promise<Outcome<Reply<'run.stop'>>> {
  const stopped = await host.ask('run.stop', input);
  if (!stopped.ok) return stopped;
  const ended = await awaitRun(host, { runId: input.runId, timeoutMs: END_LIMIT_MS });
  return ended.ok ? reply('run.stop', { ...stopped.value, report: ended.value.report }) : ended;
}
