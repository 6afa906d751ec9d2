import { RunRef } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { isLiveRun, renderRunStatus, runStatusJson } from '../../views/run-status.ts';
import { answered, localCommand, refused } from '../command.ts';
import type { Host } from '../host.ts';

type Resumed = Readonly<{ report: RunReport; supervisor: Readonly<{ pid: number; started: boolean }> }>;

export const resume = localCommand({
  asks: 'anyone',
  name: 'resume',
  summary: 'Make sure that a run goes on, and say where it is',
  about:
    'Runs go on from their rows after anything: all that is missing is a supervisor, which this starts.\n' +
    'Any other command that needs one does the same.',
  examples: ['swarm resume 1763222400000'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', offers: 'run' }],
  input: RunRef,
  run,
  show: ({ report, supervisor: { pid, started } }, style) =>
    `✅ Supervisor ${started ? 'started' : 'already runs'} (pid ${pid})\n\n${renderRunStatus(report, style)}`,
  json: ({ report, supervisor }) => ({ ...runStatusJson(report), supervisor }),
});

async function run(host: Host, { runId }: RunRef): Promise<Outcome<Resumed>> {
  const app = await host.app();
  const found = await app.showRun({ runId });
  if (!found.ok) return found;
  const { state } = found.value.run;
  if (!isLiveRun(found.value.run)) return refused({ code: 'run-over', runId, state });
  const running = await host.ask('supervisor.start', {});
  if (!running.ok) return running;
  const { pid, started } = running.value;
  const report = await app.showRun({ runId });
  return report.ok ? answered({ report: report.value, supervisor: { pid, started } }) : report;
}
