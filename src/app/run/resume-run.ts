import { RunRef } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { runStatusJson } from '../../views/run-status.ts';
import type { SupervisorPort } from '../supervisor/supervisor-deps.ts';
import { verb } from '../verb.ts';
import { findRun } from './find-run.ts';
import { type ReportDeps, reportRun } from './show-run.ts';

type RunningSupervisor = Readonly<{ pid: number; started: boolean }>;

export type ResumeRunDeps = ReportDeps & Readonly<{ supervisor: Pick<SupervisorPort, 'ensureRunning'> }>;

export type ResumedRun = Readonly<{ report: RunReport; supervisor: RunningSupervisor }>;

/** A run goes on from its rows: all that it may lack is a supervisor. */
export async function resumeRun(deps: ResumeRunDeps, { runId }: RunRef): Promise<Outcome<ResumedRun>> {
  const found = await findRun(deps.store, runId);
  if (!found.ok) return found;
  const { state } = found.value;
  if (isRunOver(found.value)) return refuse({ code: 'run-over', runId, state });
  const { pid, started } = await deps.supervisor.ensureRunning();
  const run = await findRun(deps.store, runId);
  if (!run.ok) return run;
  return accept({ report: await reportRun(deps, run.value), supervisor: { pid, started } });
}

export const resumeRunVerb = verb({
  name: 'run.resume',
  summary: 'Make sure that a run goes on, and say where it is',
  asks: 'person',
  reads: false,
  input: RunRef,
  answer: async () => (await import('../../contract/answer/run.ts')).ResumedRunAnswer,
  run: resumeRun,
  json: ({ report, supervisor }) => ({ ...runStatusJson(report), supervisor }),
});
