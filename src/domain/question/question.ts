import { parseBudgetAnswer } from '../budget/budget-question.ts';
import { accept, type Outcome, refuse } from '../outcome.ts';

export type QuestionKind =
  | 'interrupt'
  | 'escalation'
  | 'approval'
  | 'permission'
  | 'takeover'
  | 'budget'
  | 'login'
  | 'gate'
  | 'loop';
/** `delivered`: whoever asked has the answer, or a turn that carries it. */
export type QuestionState = 'open' | 'answered' | 'delivered' | 'superseded';

/** Something that somebody else must settle before work goes on. */
export type Question = Readonly<{
  id: string;
  /** Whose work waits for it: a session, or a whole run. */
  sessionId: string | null;
  runId: string | null;
  attempt: number;
  kind: QuestionKind;
  text: string;
  options: readonly string[];
  state: QuestionState;
  answer: string | null;
  answeredBy: string | null;
  /** The asking file whose author waits for the answer, if there is one. */
  askingKey: string | null;
  /**
   * The request of the agent CLI that waits for the answer, and what must go back with it, as JSON. Where
   * nobody waits, the second says what it is about: what stands in the way of a start, or who is to log in.
   */
  requestId: string | null;
  input: string | null;
  /** Where the answer stands among the lines of the attempt's input, once it was handed over there. */
  line: number | null;
  askedAt: number;
  answeredAt: number | null;
}>;

/** What whoever asks says; the rest follows from nobody having answered yet. */
export type Asked = Pick<Question, 'id' | 'kind' | 'text' | 'options' | 'askedAt'> &
  Partial<Pick<Question, 'sessionId' | 'runId' | 'attempt' | 'askingKey' | 'requestId' | 'input'>>;

export const openQuestion = (asked: Asked): Question => ({
  sessionId: null,
  runId: null,
  attempt: 0,
  askingKey: null,
  requestId: null,
  input: null,
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
  if (from.state !== 'open') {
    return refuse({ code: 'question-closed', questionId: from.id, state: from.state, answer: from.answer });
  }
  if (!isOffered(from, given.answer)) {
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

// A budget may be raised by any amount, not only by the one on offer; and what holds a loop up is answered in
// words for its agents, or in one that is meant for the loop.
function isOffered(question: Question, answer: string): boolean {
  if (question.kind === 'budget') return parseBudgetAnswer(question, answer) !== undefined;
  if (question.kind === 'interrupt' && question.sessionId === null) return true;
  return question.options.length === 0 || question.options.includes(answer);
}

/** A question dies when nobody is left to use the answer. */
export function supersedeQuestion(from: Question, at: number): Outcome<QuestionStep> {
  if (from.state !== 'open' && from.state !== 'answered') {
    return refuse({ code: 'question-closed', questionId: from.id, state: from.state, answer: from.answer });
  }
  return accept({ from, to: { ...from, state: 'superseded', answeredAt: from.answeredAt ?? at } });
}

/** The answer goes to its asker: as a line of input, or in another way. */
export function deliverAnswer(from: Question, line: number | null): Outcome<QuestionStep> {
  if (from.state !== 'answered') {
    return refuse({ code: 'question-closed', questionId: from.id, state: from.state, answer: from.answer });
  }
  return accept({ from, to: { ...from, state: 'delivered', line } });
}
