import { StopRun } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { isLiveRun } from '../../views/run-status.ts';
import { awaitRun } from '../await-runs.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { type Reply, reply } from '../reply.ts';

const END_LIMIT_MS = 90_000;

export const stop = command({
  name: 'stop',
  summary: 'End a run in good order, and keep what it has so far',
  about:
    'Its sessions are let go, and what they have so far is put together.\n' +
    'At once, and without that: swarm kill',
  examples: ['swarm stop 1763222400000', 'swarm stop 1763222400000 --reason "wrong goal"'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', offers: 'run' }],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  input: StopRun,
  run,
  show: {
    'run.stop': ({ report: { run: ended }, wasOver }) => {
      if (wasOver) return `ℹ️ Run ${ended.id} was over already (${ended.state})\n`;
      if (isLiveRun(ended))
        return `⏳ Run ${ended.id} is being ended; look again: swarm status ${ended.id}\n`;
      return `✅ Run ${ended.id} is ${ended.state}\n`;
    },
  },
});

async function run(host: Host, input: StopRun): Promise<Outcome<Reply<'run.stop'>>> {
  const stopped = await host.ask('run.stop', input);
  if (!stopped.ok) return stopped;
  const ended = await awaitRun(host, { runId: input.runId, timeoutMs: END_LIMIT_MS });
  return ended.ok ? reply('run.stop', { ...stopped.value, report: ended.value.report }) : ended;
}
