import { supersedeQuestion } from '../../domain/question/question.ts';
import type { Store } from '../../store/store.ts';
import { noteOf, unwrap } from '../draft.ts';
import type { RunDraft } from './run-draft.ts';

/** An answer is of no use to a run that ends. `settled` is the question that this commit settles. */
export async function draftWithdrawn(
  store: Store,
  draft: RunDraft,
  settled: string | null = null,
): Promise<void> {
  for (const question of await store.listQuestions({ runId: draft.run.id })) {
    const isLeft = question.state === 'open' || question.state === 'answered';
    if (!isLeft || question.id === settled) continue;
    const step = unwrap(supersedeQuestion(question, draft.at));
    draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, 'the run was ended') });
  }
}
