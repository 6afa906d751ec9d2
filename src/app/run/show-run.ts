import { RunRef } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import type { Run } from '../../domain/run/run.ts';
import { runStatusJson } from '../../views/run-status.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findRun } from './find-run.ts';
import { listRunQuestions } from './run-questions.ts';

export type ReportDeps = Pick<VerbDeps, 'store' | 'clock' | 'config'>;

/** All that is known of one run. */
export async function showRun(deps: ReportDeps, { runId }: RunRef): Promise<Outcome<RunReport>> {
  const found = await findRun(deps.store, runId);
  return found.ok ? accept(await reportRun(deps, found.value)) : found;
}

export async function reportRun({ store, clock, config }: ReportDeps, run: Run): Promise<RunReport> {
  const memory = await store.findRunMemory(run.id);
  if (!memory) throw new Error(`run ${run.id} has no memory`);
  const hasTasks = 'plan' in memory.definition;
  const sessions = await store.listRunSessions(run.id);
  return {
    run,
    memory,
    roles: await Promise.all(
      sessions.map(async (session) => ({
        session,
        attempts: await store.listAttempts(session.id),
        turns: await store.listTurns(session.id),
        workspace: session.hasWorkspace ? ((await store.findWorkspace(session.id)) ?? null) : null,
      })),
    ),
    messages: await store.listMessages({ runId: run.id }),
    deliveries: await store.listDeliveries({ runId: run.id }),
    errors: await store.listRunErrors(run.id),
    questions: await listRunQuestions(store, run.id),
    checks: hasTasks ? await store.listTaskChecks({ runId: run.id }) : [],
    rounds: hasTasks ? await store.listTaskRounds(run.id) : [],
    now: clock.now(),
    graceMs: config.timeouts.graceMs,
  };
}

export const showRunVerb = verb({
  name: 'run.show',
  summary: 'Show the status of a run: its stage, roles, errors and questions',
  asks: 'anyone',
  reads: true,
  input: RunRef,
  answer: async () => (await import('../../contract/answer/run.ts')).RunStatusAnswer,
  run: showRun,
  json: runStatusJson,
});
