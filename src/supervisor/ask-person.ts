import { type Draft, noteOf } from '../app/draft.ts';
import type { Question } from '../domain/question/question.ts';

type Asked = Pick<Question, 'kind' | 'text' | 'options' | 'input'>;

/** A question of Swarm itself, which no process waits for. */
export function draftQuestion(draft: Draft, asked: Asked, hash: (text: string) => string): void {
  const { id: sessionId, attempt, version } = draft.session;
  const question: Question = {
    ...asked,
    id: `q-${hash(`${sessionId}/${version}/${asked.kind}`).slice(0, 8)}`,
    sessionId,
    runId: null,
    attempt,
    state: 'open',
    answer: null,
    answeredBy: null,
    askingKey: null,
    requestId: null,
    line: null,
    askedAt: draft.at,
    answeredAt: null,
  };
  draft.writes.push({ kind: 'add-question', question, journal: noteOf(draft, question.text) });
}
