import type { StopRun } from '../../contract/run.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { endRole } from './apply-orders.ts';
import { type EndedRun, type EndRunDeps, endRun } from './end-run.ts';
import { draftRunStep, type RunDraft } from './run-draft.ts';

/** Ends a run in good order: its sessions are let go, and what it has so far is put together. */
export const stopRun = (deps: EndRunDeps, input: StopRun): Promise<Outcome<EndedRun>> =>
  endRun(deps, input, draftStop);

function draftStop(draft: RunDraft, reason: string): void {
  if (draft.run.state !== 'synthesising')
    draftRunStep(draft, 'stop', { note: reason, patch: { reasonText: reason } });
  for (const role of draft.roles.keys()) endRole(draft, role, reason);
}
