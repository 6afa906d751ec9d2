import { type Draft, draftTurn } from '../../app/draft.ts';
import { askerOf, carriedText } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { RoundDeps } from '../deps.ts';

/** A turn carries the answer, once. True when it was added just now. */
export function draftCarried({ ids }: RoundDeps, draft: Draft, question: Question): boolean {
  const body = carriedText(question);
  if (body === null) return false;
  const isCarried = draft.turns.some(
    (turn) => turn.kind === 'answer' && turn.body === body && turn.createdAt >= (question.answeredAt ?? 0),
  );
  if (!isCarried) draftTurn(draft, { id: ids.uuid(), kind: 'answer', body });
  return !isCarried;
}

/** The asking file whose author waits for the answer; null when there is none. */
export function askingKeyOf(question: Question): string | null {
  const asker = askerOf(question);
  return asker.is === 'file' ? asker.key : null;
}

/** The process is gone, and an answer lies unread in its folder: the next one is told. */
export async function draftUnheard(deps: RoundDeps, draft: Draft): Promise<boolean> {
  const { id, attempt } = draft.session;
  let hasAdded = false;
  for (const question of await deps.store.listQuestions({ sessionId: id, state: 'delivered' })) {
    const key = question.attempt === attempt ? askingKeyOf(question) : null;
    if (key === null || (await deps.attempts.wasAnswerHeard({ key }))) continue;
    hasAdded = draftCarried(deps, draft, question) || hasAdded;
  }
  return hasAdded;
}
