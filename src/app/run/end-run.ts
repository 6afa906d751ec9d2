import type { StopRun } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { runKey } from '../../domain/run/names.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import type { VerbDeps } from '../deps.ts';
import { draftWithdrawn } from '../question/draft-question.ts';
import { whileStale } from '../while-stale.ts';
import { findRun } from './find-run.ts';
import { openRunDraft, type RunDraft, readTurns, touchedSessions, writesOf } from './run-draft.ts';

export type EndRunDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke' | 'config'>;
export type EndedRun = Readonly<{ run: Run; wasOver: boolean }>;
const RUN_ENDED = 'the run was ended';

export type DraftEnd = (draft: RunDraft, reason: string) => void;

/** Ends a run in the way that `end` drafts, and withdraws what it asks. */
export function endRun(
  deps: EndRunDeps,
  { runId, reason }: StopRun,
  end: DraftEnd,
): Promise<Outcome<EndedRun>> {
  return whileStale<EndedRun>(`run ${runId}`, async () => {
    const found = await findRun(deps.store, runId);
    if (!found.ok) return found;
    const draft = await openRunDraft(deps.store, runId, { at: deps.clock.now(), by: deps.by });
    if (!draft || isRunOver(draft.run)) return accept({ run: found.value, wasOver: true });
    await readTurns(deps.store, draft, new Set(draft.roles.keys()));
    const before = draft.run;
    end(draft, reason);
    if (draft.run === before && touchedSessions(draft).length === 0)
      return accept({ run: before, wasOver: false });
    draftWithdrawn(draft, await deps.store.listQuestions({ runId }), RUN_ENDED);
    if (!(await deps.store.commit(writesOf(draft))).saved) return 'stale';
    for (const key of [...touchedSessions(draft), runKey(runId)]) await deps.poke(key);
    return accept({ run: draft.run, wasOver: false });
  });
}
