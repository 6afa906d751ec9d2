import { supersedeQuestion } from '../../domain/question/question.ts';
import type { Store } from '../../store/store.ts';
import { type Draft, noteOf, unwrap } from '../draft.ts';

/** Whoever asked goes with its process: nobody is left to use an answer. */
export async function draftWithdrawnQuestions(
  store: Pick<Store, 'listQuestions'>,
  draft: Draft,
  note: string,
): Promise<void> {
  for (const question of await store.listQuestions({ sessionId: draft.session.id })) {
    if (question.state !== 'open' && question.state !== 'answered') continue;
    const step = unwrap(supersedeQuestion(question, draft.at));
    draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, note) });
  }
}
