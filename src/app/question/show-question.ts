import { parseJson } from '../../contract/json.ts';
import { QuestionRef } from '../../contract/question.ts';
import { writtenFile } from '../../domain/agent/written-file.ts';
import type { Notification } from '../../domain/notification/notification.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { toolRequestOf } from '../../domain/question/kinds.ts';
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
  /** The file that the tool would replace: as it is now, and as it would be. */
  replaced: Readonly<{ before: string; after: string }> | null;
}>;

export type ShowQuestionDeps = Pick<VerbDeps, 'store' | 'clock'> &
  Readonly<{ readPresent: (path: string) => Promise<string | null> }>;

/** All that is known of one question: who asked, what was answered, and whether the person was told. */
export async function showQuestion(
  deps: ShowQuestionDeps,
  { questionId }: QuestionRef,
): Promise<Outcome<QuestionReport>> {
  const { store, clock } = deps;
  const question = await store.findQuestion(questionId);
  if (!question) return refuse({ code: 'question-not-found', questionId });
  return accept({
    question,
    session: (question.sessionId && (await store.findSession(question.sessionId))) || null,
    notifications: await store.listNotifications({ subjectIds: [questionId] }),
    now: clock.now(),
    replaced: question.state === 'open' ? await findReplaced(deps, question) : null,
  });
}

async function findReplaced(
  { readPresent }: ShowQuestionDeps,
  question: Question,
): Promise<QuestionReport['replaced']> {
  const request = toolRequestOf(question);
  const parsed = parseJson(request?.input ?? 'null');
  const file = request && parsed.ok ? writtenFile(request.tool, parsed.value) : null;
  const before = file && (await readPresent(file.path));
  return file && before !== null ? { before, after: file.text } : null;
}

export const showQuestionVerb = verb({
  name: 'question.show',
  summary: 'Show one question in full',
  asks: 'anyone',
  reads: true,
  input: QuestionRef,
  answer: async () => (await import('../../contract/answer/question.ts')).QuestionPageAnswer,
  run: showQuestion,
  json: questionPageJson,
});
