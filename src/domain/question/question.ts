import { accept, type Outcome, refuse } from '../outcome.ts';
import { effectOfAnswer, gatherAnswer, type Kinded } from './kinds.ts';
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

type GivenAnswer = Readonly<{
  /** Several texts where the person gave several arguments. */
  answer: string | readonly string[];
  by: string;
  at: number;
}>;

/** An answer that leaves a part of the question open is kept, and the question stays open. */
export function answerQuestion(from: Question, given: GivenAnswer): Outcome<QuestionStep> {
  if (from.state !== 'open') return refuseClosed(from);
  const words = typeof given.answer === 'string' ? [given.answer] : given.answer;
  const gathered = gatherAnswer(from, words);
  if ('unfit' in gathered) return refuseUnfit(from, gathered.unfit);
  const { answer, missing } = gathered;
  if (missing.length > 0) return accept({ from, to: { ...from, answer } });
  if (effectOfAnswer(from, answer) === null) return refuseUnfit(from, null);
  const { by: answeredBy, at: answeredAt } = given;
  return accept({ from, to: { ...from, state: 'answered', answer, answeredBy, answeredAt } });
}

const refuseUnfit = ({ id: questionId, options }: Question, why: string | null): Outcome<never> =>
  refuse({ code: 'answer-not-offered', questionId, options, why });

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
