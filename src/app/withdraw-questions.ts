import { supersedeQuestion } from '../domain/question/question.ts';
import type { Store } from '../store/store.ts';
import { certain, type Draft, noteOf } from './draft.ts';

/** Whoever asked goes with its process: nobody is left to use an answer. */
export async function draftWithdrawnQuestions(
  store: Pick<Store, 'listQuestions'>,
  draft: Draft,
  note: string,
): Promise<void> {
  for (const question of await store.listQuestions({ sessionId: draft.session.id })) {
    if (question.state !== 'open' && question.state !== 'answered') continue;
    const step = certain(supersedeQuestion(question, draft.at));
    draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, note) });
  }
}
