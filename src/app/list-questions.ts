import type { ListQuestions } from '../contract/question.ts';
import { accept, type Outcome } from '../domain/outcome.ts';
import type { Question } from '../domain/question/question.ts';
import type { VerbDeps } from './deps.ts';

/** The one list of what waits for a person; with `all`, what was settled too. */
export async function listQuestions(
  { store }: Pick<VerbDeps, 'store'>,
  { sessionId, all }: ListQuestions,
): Promise<Outcome<readonly Question[]>> {
  const filter = {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(all ? {} : { state: 'open' as const }),
  };
  return accept(await store.listQuestions(filter));
}
