import { AnswerQuestion } from '../../contract/question.ts';
import { LOOPS_KEY } from '../../domain/loop/names.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { causeOf, sharedWith } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { runKey } from '../../domain/run/names.ts';
import { questionJson } from '../../views/question-list.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { draftAnswered, type QuestionDraft } from './draft-question.ts';

type AnswerDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;

/** Settles a question, once. The session goes on from the row, when there is a place for it. */
export async function answerQuestion(
  deps: AnswerDeps,
  { questionId, answer }: AnswerQuestion,
): Promise<Outcome<Question>> {
  const { store, poke } = deps;
  const question = await store.findQuestion(questionId);
  if (!question) return refuse({ code: 'question-not-found', questionId });
  const draft = openDraft(deps);
  const answered = draftAnswered(draft, question, answer);
  if (!answered.ok) return answered;
  const result = await store.commit(draft.writes);
  if (!result.saved) return refuseClosed(await store.findQuestion(questionId), questionId);
  await poke(keyOf(question));
  await answerShared(deps, answered.value, answer);
  return accept(answered.value);
}

const openDraft = ({ clock, by }: AnswerDeps): QuestionDraft => ({ writes: [], at: clock.now(), by });

/** One answer serves every question of the same cause, such as a login that several sessions wait for. */
async function answerShared(deps: AnswerDeps, answered: Question, answer: string): Promise<void> {
  const { store, poke } = deps;
  if (causeOf(answered) === null) return;
  for (const other of sharedWith(answered, await store.listQuestions({ state: 'open' }))) {
    const draft = openDraft(deps);
    if (draftAnswered(draft, other, answer).ok) await store.commit(draft.writes);
    await poke(keyOf(other));
  }
}

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
  answer: async () => (await import('../../contract/answer/question.ts')).QuestionAnswer,
  run: answerQuestion,
  json: questionJson,
});
