import { ListQuestions } from '../../contract/question.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Question } from '../../domain/question/question.ts';
import type { QuestionState } from '../../domain/question/question-kind.ts';
import { type ListedQuestion, listedQuestionJson } from '../../views/question-list.ts';
import type { VerbDeps } from '../deps.ts';
import { findOwner } from '../run/find-target.ts';
import { listRunQuestions } from '../run/run-questions.ts';
import { verb } from '../verb.ts';
import { withTitles } from './with-titles.ts';

type StateFilter = NonNullable<ListQuestions['state']>;

// Whether the asker has its answer already does not matter to a reader of answers.
const STATES: Readonly<Record<StateFilter, readonly QuestionState[]>> = {
  open: ['open'],
  answered: ['answered', 'delivered'],
  superseded: ['superseded'],
};

/** The one list of what waits for a person; with `all`, what was settled too. Oldest first. */
export async function listQuestions(
  { store }: Pick<VerbDeps, 'store'>,
  { name, state, all }: ListQuestions,
): Promise<Outcome<readonly ListedQuestion[]>> {
  const owner = await findOwner({ store }, name);
  if (!owner.ok) return owner;
  const { sessionId, runId } = owner.value;
  const list = (wanted: Readonly<{ state?: QuestionState }>): Promise<readonly Question[]> =>
    runId === undefined
      ? store.listQuestions({ ...(sessionId === undefined ? {} : { sessionId }), ...wanted })
      : listRunQuestions(store, runId, wanted);
  if (all && state === undefined) return accept(await withTitles(store, await list({})));
  const lists = await Promise.all(STATES[state ?? 'open'].map((one) => list({ state: one })));
  const sorted = lists.flat().sort((a, b) => a.askedAt - b.askedAt);
  return accept(await withTitles(store, sorted));
}

export const listQuestionsVerb = verb({
  name: 'question.list',
  summary: 'List the questions that wait for you',
  asks: 'anyone',
  reads: true,
  input: ListQuestions,
  answer: async () => (await import('../../contract/answer/question.ts')).QuestionListAnswer,
  run: listQuestions,
  json: (questions) => ({ questions: questions.map(listedQuestionJson) }),
});
