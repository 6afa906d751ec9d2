import type { QuestionRef } from '../../contract/question.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { QuestionReport } from '../app.ts';
import type { VerbDeps } from '../deps.ts';

/** All that is known of one question: who asked, what was answered, and whether the person was told. */
export async function showQuestion(
  { store, clock }: Pick<VerbDeps, 'store' | 'clock'>,
  { questionId }: QuestionRef,
): Promise<Outcome<QuestionReport>> {
  const question = await store.findQuestion(questionId);
  if (!question) return refuse({ code: 'question-not-found', questionId });
  return accept({
    question,
    session: (question.sessionId && (await store.findSession(question.sessionId))) || null,
    notifications: await store.listNotifications({ subjectIds: [questionId] }),
    now: clock.now(),
  });
}
