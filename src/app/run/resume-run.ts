import { RunRef } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { isRunOver } from '../../domain/run/run.ts';
import { runStatusJson } from '../../views/run-status.ts';
import { type ResumeDeps, resumeSession } from '../session/resume-session.ts';
import type { SupervisorPort } from '../supervisor/supervisor-deps.ts';
import { verb } from '../verb.ts';
import { findRun } from './find-run.ts';
import { type ReportDeps, reportRun } from './show-run.ts';

type RunningSupervisor = Readonly<{ pid: number; started: boolean }>;

export type ResumeRunDeps = ReportDeps &
  ResumeDeps &
  Readonly<{ supervisor: Pick<SupervisorPort, 'ensureRunning'> }>;

export type ResumedRun = Readonly<{
  report: RunReport;
  /** Ids of its sessions that were parked. */
  woken: readonly string[];
  supervisor: RunningSupervisor;
}>;

/** A run goes on from its rows: all that it may lack is a supervisor. Its parked sessions wait no longer. */
export async function resumeRun(deps: ResumeRunDeps, { runId }: RunRef): Promise<Outcome<ResumedRun>> {
  const found = await findRun(deps.store, runId);
  if (!found.ok) return found;
  const { state } = found.value;
  if (isRunOver(found.value)) return refuse({ code: 'run-over', runId, state });
  const { pid, started } = await deps.supervisor.ensureRunning();
  const woken = await wakeParked(deps, runId);
  const run = await findRun(deps.store, runId);
  if (!run.ok) return run;
  return accept({ report: await reportRun(deps, run.value), woken, supervisor: { pid, started } });
}

async function wakeParked(deps: ResumeRunDeps, runId: string): Promise<readonly string[]> {
  const sessions = await deps.store.listRunSessions(runId);
  const woken: string[] = [];
  for (const { id: sessionId } of sessions.filter(({ state }) => state === 'parked')) {
    // Refused where it went on meanwhile, or is suspended.
    if ((await resumeSession(deps, { sessionId })).ok) woken.push(sessionId);
  }
  return woken;
}

export const resumeRunVerb = verb({
  name: 'run.resume',
  summary: 'Resume a run and show where it is',
  asks: 'person',
  reads: false,
  input: RunRef,
  answer: async () => (await import('../../contract/answer/run.ts')).ResumedRunAnswer,
  run: resumeRun,
  json: ({ report, woken, supervisor }) => ({ ...runStatusJson(report), woken, supervisor }),
});
