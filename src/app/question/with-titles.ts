import type { Question } from '../../domain/question/question.ts';
import { titleOf } from '../../domain/session/title.ts';
import type { Store } from '../../store/store.ts';
import type { ListedQuestion } from '../../views/question-list.ts';

/** Each question with what the session or the run that asks is called; each of them is read once. */
export async function withTitles(
  store: Pick<Store, 'findSession' | 'findRun'>,
  questions: readonly Question[],
): Promise<readonly ListedQuestion[]> {
  const titles = new Map<string, Promise<string | null>>();
  const titleFor = (question: Question): Promise<string | null> => {
    const key = `${question.sessionId} ${question.runId}`;
    const title = titles.get(key) ?? findTitle(store, question);
    titles.set(key, title);
    return title;
  };
  return Promise.all(questions.map(async (one) => ({ ...one, title: await titleFor(one) })));
}

async function findTitle(
  store: Pick<Store, 'findSession' | 'findRun'>,
  { sessionId, runId }: Question,
): Promise<string | null> {
  const session = sessionId === null ? undefined : await store.findSession(sessionId);
  if (session) return session.title;
  const run = runId === null ? undefined : await store.findRun(runId);
  return run ? titleOf(run.goal) : null;
}
