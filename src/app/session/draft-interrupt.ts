import { openQuestion, type Question } from '../../domain/question/question.ts';
import { type Draft, draftStep, noteOf } from '../draft.ts';

type Interrupt = Pick<Question, 'text'> & Partial<Pick<Question, 'options' | 'input'>>;

/** Stops the session in the middle, with a question: its process is ended, its conversation goes on later. */
export function draftInterrupt(
  draft: Draft,
  { text, options = [], input = null }: Interrupt,
  hash: (text: string) => string,
): Question {
  draftStep(draft, 'interrupt', { note: text });
  const { id: sessionId, attempt, version } = draft.session;
  const question = openQuestion({
    id: `q-${hash(`${sessionId}/${version}/interrupt`).slice(0, 8)}`,
    sessionId,
    attempt,
    kind: 'interrupt',
    text,
    options,
    input,
    askedAt: draft.at,
  });
  draft.writes.push({ kind: 'add-question', question, journal: noteOf(draft, text) });
  return question;
}
