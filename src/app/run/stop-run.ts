import { StopRun } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { runStatusJson } from '../../views/run-status.ts';
import { verb } from '../verb.ts';
import { endRole } from './apply-orders.ts';
import { type EndRunDeps, endRun } from './end-run.ts';
import { draftRunStep, type RunDraft } from './run-draft.ts';
import { reportRun } from './show-run.ts';

export type StoppedRun = Readonly<{ report: RunReport; wasOver: boolean }>;

/** Ends a run in good order: its sessions are let go, and what it has so far is put together. */
export async function stopRun(deps: EndRunDeps, input: StopRun): Promise<Outcome<StoppedRun>> {
  const ended = await endRun(deps, input, draftStop);
  if (!ended.ok) return ended;
  const { run, wasOver } = ended.value;
  return accept({ report: await reportRun(deps, run), wasOver });
}

function draftStop(draft: RunDraft, reason: string): void {
  if (draft.run.state !== 'synthesising')
    draftRunStep(draft, 'stop', { note: reason, patch: { reasonText: reason } });
  for (const role of draft.roles.keys()) endRole(draft, role, reason);
}

export const stopRunVerb = verb({
  name: 'run.stop',
  summary: 'Stop a run gracefully and keep its results so far',
  asks: 'person',
  reads: false,
  input: StopRun,
  answer: async () => (await import('../../contract/answer/run.ts')).StoppedRunAnswer,
  run: stopRun,
  json: ({ report, wasOver }) => ({ ...runStatusJson(report), was_over: wasOver }),
});
