import type { Question } from '../../domain/question/question.ts';
import type { QuestionState } from '../../domain/question/question-kind.ts';
import type { Store } from '../../store/store.ts';

/** What a run and its sessions ask, oldest first. */
export async function listRunQuestions(
  store: Store,
  runId: string,
  wanted: Readonly<{ state?: QuestionState }> = {},
): Promise<readonly Question[]> {
  const sessions = await store.listRunSessions(runId);
  const lists = await Promise.all([
    store.listQuestions({ runId, ...wanted }),
    ...sessions.map(({ id: sessionId }) => store.listQuestions({ sessionId, ...wanted })),
  ]);
  return lists.flat().sort((one, other) => one.askedAt - other.askedAt);
}
