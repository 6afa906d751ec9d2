import { accept, type Outcome, refuse } from '../outcome.ts';
import { effectOfAnswer, type Kinded } from './kinds.ts';
import type { QuestionFields } from './question-kind.ts';

/** A person must settle it before work goes on. */
export type Question = QuestionFields & Kinded;

/** The asker gives these; the rest follows, because an open question has no answer. */
export type NewQuestion = Pick<QuestionFields, 'id' | 'text' | 'options' | 'askedAt'> &
  Partial<Pick<QuestionFields, 'sessionId' | 'runId' | 'attempt'>> &
  Kinded;

export const openQuestion = (asked: NewQuestion): Question => ({
  sessionId: null,
  runId: null,
  attempt: 0,
  ...asked,
  state: 'open',
  answer: null,
  answeredBy: null,
  line: null,
  answeredAt: null,
});

export type QuestionStep = Readonly<{ from: Question; to: Question }>;

export function answerQuestion(
  from: Question,
  given: Readonly<{ answer: string; by: string; at: number }>,
): Outcome<QuestionStep> {
  if (from.state !== 'open') return refuseClosed(from);
  if (effectOfAnswer(from, given.answer) === null) {
    return refuse({ code: 'answer-not-offered', questionId: from.id, options: from.options });
  }
  const { answer, by: answeredBy, at: answeredAt } = given;
  return accept({ from, to: { ...from, state: 'answered', answer, answeredBy, answeredAt } });
}

/** Open, or answered and not yet delivered. */
export const isUnsettled = ({ state }: Pick<Question, 'state'>): boolean =>
  state === 'open' || state === 'answered';

/** A question dies when no asker is left to use the answer. */
export function supersedeQuestion(from: Question, at: number): Outcome<QuestionStep> {
  if (!isUnsettled(from)) return refuseClosed(from);
  return accept({ from, to: { ...from, state: 'superseded', answeredAt: from.answeredAt ?? at } });
}

/** The answer goes to its asker: as a line of input, or in another way. */
export function deliverAnswer(from: Question, line: number | null): Outcome<QuestionStep> {
  if (from.state !== 'answered') return refuseClosed(from);
  return accept({ from, to: { ...from, state: 'delivered', line } });
}

const refuseClosed = ({ id: questionId, state, answer }: Question): Outcome<never> =>
  refuse({ code: 'question-closed', questionId, state, answer });
