import { type Draft, draftTurn } from '../../app/draft.ts';
import { carriedText } from '../../domain/question/carried-text.ts';
import type { Question } from '../../domain/question/question.ts';
import type { RoundDeps } from '../deps.ts';

/** A turn carries the answer, once. True when it was added just now. */
export function draftCarried({ ids }: RoundDeps, draft: Draft, question: Question): boolean {
  const body = carriedText(question);
  const isCarried = draft.turns.some(
    (turn) => turn.kind === 'answer' && turn.body === body && turn.createdAt >= (question.answeredAt ?? 0),
  );
  if (!isCarried) draftTurn(draft, { id: ids.uuid(), kind: 'answer', body });
  return !isCarried;
}

/** The process is gone, and an answer lies in its folder that nobody took up: the next one is told. */
export async function draftUnheard(deps: RoundDeps, draft: Draft): Promise<boolean> {
  const { id, attempt } = draft.session;
  let hasAdded = false;
  for (const question of await deps.store.listQuestions({ sessionId: id, state: 'delivered' })) {
    const key = question.attempt === attempt ? question.askingKey : null;
    if (key === null || (await deps.attempts.wasAnswerHeard({ key }))) continue;
    hasAdded = draftCarried(deps, draft, question) || hasAdded;
  }
  return hasAdded;
}
