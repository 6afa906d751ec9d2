import type { Turn } from '../turn/turn.ts';

export const CONTINUE_TEXT = 'Continue where you left off.';

export const answerText = (question: string, answer: string): string =>
  `You asked: ${question}\n\nThe answer is: ${answer}\n\nGo on with your task.`;

export const nudgeText = (silence: string): string =>
  `You have been ${silence}. Go on with your task, or say what holds you up.`;

/** What is wrong with a result, for the agent to mend. */
export const correctionText = (errors: readonly string[]): string =>
  [
    'Your result does not fit the schema that it was asked for:',
    '',
    ...errors.map((error) => `- ${error}`),
    '',
    'Mend it and hand it in again, then end your turn. There is no further chance.',
  ].join('\n');

/**
 * The words that a turn is handed over with. A conversation that cannot be resumed begins again from the
 * first prompt, with a word on what happened.
 */
export function promptText(turn: Turn, first: string, isResumed: boolean): string {
  if (isResumed || turn.kind === 'prompt') return turn.body;
  const word = 'An earlier attempt at this task was interrupted and its conversation is gone.';
  const ask = `Look at what is already there before you begin again. Besides the task above: ${turn.body}`;
  return `${first}\n\n---\n\n${word} ${ask}`;
}
