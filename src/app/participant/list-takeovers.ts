import { holderOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Store } from '../../store/store.ts';

/** Questions about silent participants that are not settled yet. */
export async function listTakeovers(store: Pick<Store, 'listQuestions'>): Promise<readonly Question[]> {
  const open = await store.listQuestions({ state: 'open' });
  const answered = await store.listQuestions({ state: 'answered' });
  return [...open, ...answered].filter((question) => holderOf(question) !== null);
}
