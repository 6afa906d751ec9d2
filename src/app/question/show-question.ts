import { QuestionRef } from '../../contract/question.ts';
import type { Notification } from '../../domain/notification/notification.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Session } from '../../domain/session/session.ts';
import { questionPageJson } from '../../views/question-page.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

/** All that is known of one question. */
export type QuestionReport = Readonly<{
  question: Question;
  session: Session | null;
  notifications: readonly Notification[];
  now: number;
}>;

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

export const showQuestionVerb = verb({
  name: 'question.show',
  summary: 'Show one question whole',
  asks: 'anyone',
  reads: true,
  input: QuestionRef,
  answer: async () => (await import('../../contract/answer/question.ts')).QuestionPageAnswer,
  run: showQuestion,
  json: questionPageJson,
});
