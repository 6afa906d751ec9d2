import type { ListRuns, RunRef } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { isRunOver, RUN_STATES, type Run } from '../../domain/run/run.ts';
import type { VerbDeps } from '../deps.ts';
import { findRun } from './find-run.ts';
import { listRunQuestions } from './run-questions.ts';

type ReadDeps = Pick<VerbDeps, 'store' | 'clock'>;

export async function showRun(deps: ReadDeps, { runId }: RunRef): Promise<Outcome<RunReport>> {
  const found = await findRun(deps.store, runId);
  return found.ok ? accept(await reportRun(deps, found.value)) : found;
}

export async function reportRun({ store, clock }: ReadDeps, run: Run): Promise<RunReport> {
  const memory = await store.findRunMemory(run.id);
  if (!memory) throw new Error(`run ${run.id} has no memory`);
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
    now: clock.now(),
  };
}

export type RunList = Readonly<{ runs: readonly Run[]; now: number }>;

/** Newest first. */
export async function listRuns({ store, clock }: ReadDeps, input: ListRuns): Promise<Outcome<RunList>> {
  const { isLive, workflow, limit, after } = input;
  const filter = {
    ...(isLive ? { states: RUN_STATES.filter((state) => !isRunOver({ state })) } : {}),
    ...(workflow === undefined ? {} : { workflow }),
  };
  const runs = await store.listRuns(filter, after === undefined ? { limit } : { limit, after });
  return accept({ runs, now: clock.now() });
}
