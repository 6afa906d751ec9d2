import { type Draft, noteOf } from '../../app/draft.ts';
import { openQuestion, type Question } from '../../domain/question/question.ts';

type Asked = Pick<Question, 'kind' | 'text' | 'options' | 'input'>;

/** A question of Swarm itself, which no process waits for. */
export function draftQuestion(draft: Draft, asked: Asked, hash: (text: string) => string): void {
  const { id: sessionId, attempt, version } = draft.session;
  const question = openQuestion({
    ...asked,
    id: `q-${hash(`${sessionId}/${version}/${asked.kind}`).slice(0, 8)}`,
    sessionId,
    attempt,
    askedAt: draft.at,
  });
  draft.writes.push({ kind: 'add-question', question, journal: noteOf(draft, question.text) });
}
