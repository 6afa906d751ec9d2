import { GIVE_UP, GO_ON } from './answers.ts';
import { isInterruptQuestion } from './carried-text.ts';
import type { Question } from './question.ts';

type Timed = Pick<Question, 'kind' | 'askingKey' | 'requestId' | 'input' | 'answer'>;

/** Asked when the working time of a session is used up that nobody looks after. */
export const isTimeQuestion = (question: Omit<Timed, 'answer'>): boolean =>
  isInterruptQuestion(question) && question.input !== null;

type Words = Pick<Question, 'text' | 'options' | 'input'>;

/** The words of the question; an answer of "go on" is worth as much time as it had at first. */
export function wordTime(
  { text, lifetimeMs }: Readonly<{ text: string; lifetimeMs: number }>,
  before: readonly Omit<Timed, 'answer'>[],
): Words {
  const first = before.find(isTimeQuestion)?.input ?? null;
  return { text, options: [GO_ON, GIVE_UP], input: first ?? JSON.stringify({ lifetimeMs }) };
}

export const isGivenUp = (question: Timed): boolean =>
  isTimeQuestion(question) && question.answer === GIVE_UP;

/** How much more it may work after these answers. */
export const grantedMs = (answered: readonly Timed[]): number =>
  answered
    .filter((question) => isTimeQuestion(question) && question.answer === GO_ON)
    .reduce((sum, { input }) => sum + (JSON.parse(input ?? '{}') as { lifetimeMs: number }).lifetimeMs, 0);
