import * as z from 'zod/mini';
import { SafeId } from '../../contract/id.ts';
import { StopRun } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { awaitRun } from '../await-runs.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { onlyLiveRun } from '../only-run.ts';
import { type Reply, reply } from '../reply.ts';
import { END_LIMIT_MS, renderStopped } from '../run-words.ts';

const Input = z.extend(StopRun, { runId: z.optional(SafeId) });

export const stop = command({
  name: 'stop',
  summary: 'Stop a run gracefully and keep its results so far',
  about: [
    'Ends its sessions and writes the results so far. Without a name, of the only live run.',
    'To end it at once, without results: swarm kill',
  ].join('\n'),
  examples: ['swarm stop 1763222400000', 'swarm stop 1763222400000 --reason "wrong goal"'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', isOptional: true, offers: 'run' }],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  input: Input,
  run,
  show: {
    'run.stop': renderStopped,
  },
});

async function run(host: Host, input: z.infer<typeof Input>): Promise<Outcome<Reply<'run.stop'>>> {
  const runId = input.runId ?? (await onlyLiveRun(host, 'stop'));
  const stopped = await host.ask('run.stop', { ...input, runId });
  if (!stopped.ok) return stopped;
  const ended = await awaitRun(host, { runId, timeoutMs: END_LIMIT_MS });
  return ended.ok ? reply('run.stop', { ...stopped.value, report: ended.value.report }) : ended;
}
