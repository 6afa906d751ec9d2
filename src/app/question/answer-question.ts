import { QuestionAnswer } from '../../contract/answer/question.ts';
import { AnswerQuestion } from '../../contract/question.ts';
import type { JournalNote } from '../../domain/journal/journal.ts';
import { LOOPS_KEY } from '../../domain/loop/names.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isLoginQuestion, sharedLogins } from '../../domain/question/login-question.ts';
import { answerQuestion as decideAnswer, type Question } from '../../domain/question/question.ts';
import { runKey } from '../../domain/run/names.ts';
import { questionJson } from '../../views/question-list.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

/** Settles a question, once. The session goes on from the row, when there is a place for it. */
export async function answerQuestion(
  { store, clock, by, poke }: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>,
  { questionId, answer }: AnswerQuestion,
): Promise<Outcome<Question>> {
  const question = await store.findQuestion(questionId);
  if (!question) return refuse({ code: 'question-not-found', questionId });
  const at = clock.now();
  const step = decideAnswer(question, { answer, by, at });
  if (!step.ok) return step;
  const journal = { at, by, note: answer };
  const result = await store.commit([{ kind: 'step-question', step: step.value, journal }]);
  if (!result.saved) return refuseClosed(await store.findQuestion(questionId), questionId);
  await poke(keyOf(question));
  await answerShared({ store, poke }, step.value.to, journal);
  return accept(step.value.to);
}

/** Whoever has logged in once is not asked for it by everybody who waits for the same. */
async function answerShared(
  { store, poke }: Pick<VerbDeps, 'store' | 'poke'>,
  answered: Question,
  journal: JournalNote,
): Promise<void> {
  for (const other of sharedLogins(answered, await openLike(store, answered))) {
    const { at, by, note: answer } = journal;
    const step = decideAnswer(other, { answer, by, at });
    if (step.ok) await store.commit([{ kind: 'step-question', step: step.value, journal }]);
    await poke(keyOf(other));
  }
}

const openLike = async (store: VerbDeps['store'], question: Question): Promise<readonly Question[]> =>
  isLoginQuestion(question) ? store.listQuestions({ state: 'open' }) : [];

const refuseClosed = (question: Question | undefined, questionId: string): Outcome<Question> =>
  question
    ? refuse({ code: 'question-closed', questionId, state: question.state, answer: question.answer })
    : refuse({ code: 'question-not-found', questionId });

// What belongs to neither was asked by a loop.
const keyOf = ({ sessionId, runId }: Question): string =>
  sessionId ?? (runId === null ? LOOPS_KEY : runKey(runId));

export const answerQuestionVerb = verb({
  name: 'question.answer',
  summary: 'Answer a question; the agent goes on with it',
  asks: 'person',
  reads: false,
  input: AnswerQuestion,
  answer: QuestionAnswer,
  run: answerQuestion,
  json: questionJson,
});
