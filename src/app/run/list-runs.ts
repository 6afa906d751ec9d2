import { ListRuns } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isRunOver, RUN_STATES, type Run } from '../../domain/run/run.ts';
import { runJson } from '../../views/run-status.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

export type RunList = Readonly<{ runs: readonly Run[]; now: number }>;

/** Newest first. */
export async function listRuns(
  { store, clock }: Pick<VerbDeps, 'store' | 'clock'>,
  { isLive, workflow, limit, after }: ListRuns,
): Promise<Outcome<RunList>> {
  const filter = {
    ...(isLive ? { states: RUN_STATES.filter((state) => !isRunOver({ state })) } : {}),
    ...(workflow === undefined ? {} : { workflow }),
  };
  const runs = await store.listRuns(filter, after === undefined ? { limit } : { limit, after });
  return accept({ runs, now: clock.now() });
}

export const listRunsVerb = verb({
  name: 'run.list',
  summary: 'List the runs of workflows, newest first',
  asks: 'anyone',
  reads: true,
  input: ListRuns,
  answer: async () => (await import('../../contract/answer/run.ts')).RunListAnswer,
  run: listRuns,
  json: ({ runs, now }) => ({ runs: runs.map((run) => runJson(run, now)) }),
});
