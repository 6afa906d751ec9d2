import type { PauseLoops } from '../../contract/loop.ts';
import { type Loop, type LoopEvent, stepLoop } from '../../domain/loop/loop.ts';
import { loopKey } from '../../domain/loop/names.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { VerbDeps } from '../deps.ts';
import { draftWithdrawn, type QuestionDraft } from '../question/draft-question.ts';
import { whileStale } from '../while-stale.ts';
import { findLoop } from './find-loop.ts';

export type LoopDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;

export type LoopChange = Readonly<{
  event: Extract<LoopEvent, 'stop' | 'pause' | 'unpause'>;
  note: string;
  isDone: (loop: Loop) => boolean;
}>;

/** Changes one loop, or each that is not over. */
export async function changeLoops(
  deps: LoopDeps,
  { loopId }: PauseLoops,
  change: LoopChange,
): Promise<Outcome<readonly Loop[]>> {
  const ids = loopId === undefined ? (await deps.store.listLoops({ isLive: true })).map(({ id }) => id) : [];
  const changed: Loop[] = [];
  for (const id of loopId === undefined ? ids : [loopId]) {
    const outcome = await changeLoop(deps, id, change);
    if (!outcome.ok) return outcome;
    changed.push(outcome.value);
  }
  return accept(changed);
}

export function changeLoop(deps: LoopDeps, loopId: string, change: LoopChange): Promise<Outcome<Loop>> {
  const { store, clock, by, poke } = deps;
  return whileStale<Loop>(loopId, async () => {
    const found = await findLoop(store, loopId);
    if (!found.ok || change.isDone(found.value)) return found;
    const at = clock.now();
    const patch = change.event === 'stop' ? { patch: { reasonText: change.note } } : {};
    const step = stepLoop(found.value, change.event, { at, ...patch });
    if (!step.ok) return step;
    const draft: QuestionDraft = { writes: [], at, by };
    const journal = { at, by, note: change.note };
    draft.writes.push({ kind: 'step-loop', step: step.value, journal });
    const { questionId } = found.value;
    const question = questionId === null ? undefined : await store.findQuestion(questionId);
    if (question) draftWithdrawn(draft, [question], change.note);
    const result = await store.commit(draft.writes);
    if (!result.saved) return 'stale';
    await poke(loopKey(loopId));
    return accept(step.value.to);
  });
}
