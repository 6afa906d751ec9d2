import * as z from 'zod/mini';
import { StopRun } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { isLiveRun, runStatusJson } from '../../views/run-status.ts';
import { awaitRun } from '../await-runs.ts';
import { answered, localCommand } from '../command.ts';
import type { Host } from '../host.ts';

const END_LIMIT_MS = 90_000;

const Input = z.extend(StopRun, {});
type Input = z.infer<typeof Input>;
type Stopped = Readonly<{ report: RunReport; wasOver: boolean }>;

export const stop = localCommand({
  asks: 'anyone',
  name: 'stop',
  summary: 'End a run in good order, and keep what it has so far',
  about:
    'Its sessions are let go, and what they have so far is put together.\n' +
    'At once, and without that: swarm kill',
  examples: ['swarm stop 1763222400000', 'swarm stop 1763222400000 --reason "wrong goal"'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', offers: 'run' }],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  input: Input,
  run,
  show: ({ report: { run: ended }, wasOver }) => {
    if (wasOver) return `ℹ️ Run ${ended.id} was over already (${ended.state})\n`;
    if (isLiveRun(ended)) return `⏳ Run ${ended.id} is being ended; look again: swarm status ${ended.id}\n`;
    return `✅ Run ${ended.id} is ${ended.state}\n`;
  },
  json: ({ report, wasOver }) => ({ ...runStatusJson(report), was_over: wasOver }),
});

async function run(host: Host, input: Input): Promise<Outcome<Stopped>> {
  const app = await host.app();
  const stopped = await app.stopRun(input);
  if (!stopped.ok) return stopped;
  const ended = await awaitRun(host, { runId: input.runId, timeoutMs: END_LIMIT_MS });
  return ended.ok ? answered({ report: ended.value.report, wasOver: stopped.value.wasOver }) : ended;
}
