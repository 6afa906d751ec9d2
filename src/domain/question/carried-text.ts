import { answerText, interruptText } from '../session/prompt-text.ts';
import type { Question } from './question.ts';

type Carried = Pick<Question, 'kind' | 'text' | 'answer' | 'askingKey' | 'requestId'>;

/** Nobody waits for its answer: its session was stopped in the middle, and the next process is told. */
export const isInterruptQuestion = ({
  kind,
  askingKey,
  requestId,
}: Omit<Carried, 'text' | 'answer'>): boolean =>
  kind === 'interrupt' && askingKey === null && requestId === null;

/** The words by which a turn carries an answer to the agent. */
export const carriedText = (question: Carried): string =>
  (isInterruptQuestion(question) ? interruptText : answerText)(question.text, question.answer ?? '');
