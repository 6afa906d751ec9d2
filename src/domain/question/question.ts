import { accept, type Outcome, refuse } from '../outcome.ts';

export type QuestionKind =
  | 'interrupt'
  | 'escalation'
  | 'approval'
  | 'permission'
  | 'takeover'
  | 'budget'
  | 'loop';
export type QuestionState = 'open' | 'answered' | 'superseded';

/** Something that somebody else must settle before work goes on. */
export type Question = Readonly<{
  id: string;
  sessionId: string;
  attempt: number;
  kind: QuestionKind;
  text: string;
  options: readonly string[];
  state: QuestionState;
  answer: string | null;
  answeredBy: string | null;
  /** The asking file whose author waits for the answer, if there is one. */
  askingKey: string | null;
  askedAt: number;
  answeredAt: number | null;
}>;

export type QuestionStep = Readonly<{ from: Question; to: Question }>;

export function answerQuestion(
  from: Question,
  given: Readonly<{ answer: string; by: string; at: number }>,
): Outcome<QuestionStep> {
  if (from.state !== 'open') {
    return refuse({ code: 'question-closed', questionId: from.id, state: from.state, answer: from.answer });
  }
  if (from.options.length > 0 && !from.options.includes(given.answer)) {
    return refuse({ code: 'answer-not-offered', questionId: from.id, options: from.options });
  }
  const to: Question = {
    ...from,
    state: 'answered',
    answer: given.answer,
    answeredBy: given.by,
    answeredAt: given.at,
  };
  return accept({ from, to });
}

/** A question dies unanswered when nobody is left to use the answer. */
export function supersedeQuestion(from: Question, at: number): Outcome<QuestionStep> {
  if (from.state !== 'open') {
    return refuse({ code: 'question-closed', questionId: from.id, state: from.state, answer: from.answer });
  }
  return accept({ from, to: { ...from, state: 'superseded', answeredAt: at } });
}
