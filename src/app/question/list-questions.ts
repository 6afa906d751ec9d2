import type { ListQuestions } from '../../contract/question.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Question } from '../../domain/question/question.ts';
import type { QuestionState } from '../../domain/question/question-kind.ts';
import type { VerbDeps } from '../deps.ts';
import { listRunQuestions } from '../run/run-questions.ts';

type Wanted = NonNullable<ListQuestions['state']>;

// Whether the asker has its answer already is of no matter to whoever looks for answers.
const STATES: Readonly<Record<Wanted, readonly QuestionState[]>> = {
  open: ['open'],
  answered: ['answered', 'delivered'],
  superseded: ['superseded'],
};

/** The one list of what waits for a person; with `all`, what was settled too. Oldest first. */
export async function listQuestions(
  { store }: Pick<VerbDeps, 'store'>,
  { sessionId, runId, state, all }: ListQuestions,
): Promise<Outcome<readonly Question[]>> {
  const list = (wanted: Readonly<{ state?: QuestionState }>): Promise<readonly Question[]> =>
    runId === undefined
      ? store.listQuestions({ ...(sessionId === undefined ? {} : { sessionId }), ...wanted })
      : listRunQuestions(store, runId, wanted);
  if (all && state === undefined) return accept(await list({}));
  const lists = await Promise.all(STATES[state ?? 'open'].map((one) => list({ state: one })));
  return accept(lists.flat().sort((a, b) => a.askedAt - b.askedAt));
}
