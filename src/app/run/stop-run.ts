import type { StopRun } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { runKey } from '../../domain/run/names.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import { isOver } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep } from '../draft.ts';
import { whileStale } from '../while-stale.ts';
import { dropTurns, endRole } from './apply-orders.ts';
import { findRun } from './find-run.ts';
import {
  draftRunStep,
  openRole,
  openRunDraft,
  type RunDraft,
  readTurns,
  touchedSessions,
  writesOf,
} from './run-draft.ts';
import { draftWithdrawn } from './withdraw-questions.ts';

type StopDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;
export type StoppedRun = Readonly<{ run: Run; wasOver: boolean }>;

/** Ends a run in good order: its sessions are let go, and what it has so far is put together. */
export const stopRun = (deps: StopDeps, input: StopRun): Promise<Outcome<StoppedRun>> =>
  endRun(deps, input, draftStop);

/** Ends a run and its sessions at once. What they committed and wrote stays. */
export const killRun = (deps: StopDeps, input: StopRun): Promise<Outcome<StoppedRun>> =>
  endRun(deps, input, draftKill);

type Ending = (draft: RunDraft, reason: string) => void;

async function endRun(deps: StopDeps, { runId, reason }: StopRun, end: Ending): Promise<Outcome<StoppedRun>> {
  return whileStale<StoppedRun>(`run ${runId}`, async () => {
    const found = await findRun(deps.store, runId);
    if (!found.ok) return found;
    const draft = await openRunDraft(deps.store, runId, { at: deps.clock.now(), by: deps.by });
    if (!draft || isRunOver(draft.run)) return accept({ run: found.value, wasOver: true });
    await readTurns(deps.store, draft, new Set(draft.roles.keys()));
    const before = draft.run;
    end(draft, reason);
    if (draft.run === before && touchedSessions(draft).length === 0)
      return accept({ run: before, wasOver: false });
    await draftWithdrawn(deps.store, draft);
    const result = await deps.store.commit(writesOf(draft));
    if (!result.saved) return 'stale';
    for (const key of [...touchedSessions(draft), runKey(runId)]) await deps.poke(key);
    return accept({ run: draft.run, wasOver: false });
  });
}

function draftStop(draft: RunDraft, reason: string): void {
  if (draft.run.state !== 'synthesising')
    draftRunStep(draft, 'stop', { note: reason, patch: { reasonText: reason } });
  for (const role of draft.roles.keys()) endRole(draft, role, reason);
}

function draftKill(draft: RunDraft, reason: string): void {
  draftRunStep(draft, 'kill', { note: reason, patch: { reasonText: reason } });
  for (const role of draft.roles.keys()) {
    const session = openRole(draft, role);
    if (!session) continue;
    draftStep(session, 'stop', {
      note: reason,
      patch: { ending: 'killed', reason: 'asked', reasonText: reason },
    });
    if (isOver(session.session)) dropTurns(session);
  }
}
