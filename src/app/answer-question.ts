import type { AnswerQuestion } from '../contract/question.ts';
import { LOOPS_KEY } from '../domain/loop/names.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { answerQuestion as decideAnswer, type Question } from '../domain/question/question.ts';
import { runKey } from '../domain/run/names.ts';
import type { VerbDeps } from './deps.ts';

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
  const result = await store.commit([
    { kind: 'step-question', step: step.value, journal: { at, by, note: answer } },
  ]);
  if (!result.saved) return refuseClosed(await store.findQuestion(questionId), questionId);
  await poke(keyOf(question));
  return accept(step.value.to);
}

const refuseClosed = (question: Question | undefined, questionId: string): Outcome<Question> =>
  question
    ? refuse({ code: 'question-closed', questionId, state: question.state, answer: question.answer })
    : refuse({ code: 'question-not-found', questionId });

// What belongs to neither was asked by a loop.
const keyOf = ({ sessionId, runId }: Question): string =>
  sessionId ?? (runId === null ? LOOPS_KEY : runKey(runId));
