import type { Turn } from '../turn/turn.ts';

export const CONTINUE_TEXT = 'Continue where you left off.';

export const answerText = (question: string, answer: string): string =>
  `You asked: ${question}\n\nThe answer is: ${answer}\n\nGo on with your task.`;

export const interruptText = (reason: string, answer: string): string =>
  [
    `You were interrupted: ${reason}`,
    `The answer is: ${answer}`,
    'Go on with your task from where you were stopped. Look first at what is done already.',
  ].join('\n\n');

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

/** The turn that holds the task which `turn` belongs to: the first of its round, or of the session. */
export function taskOf(turns: readonly Turn[], turn: Turn): Turn {
  const ofRuns = turns.filter(({ number, round }) => round !== null && number <= turn.number);
  const round = ofRuns.at(-1)?.round;
  return ofRuns.find((one) => one.round === round) ?? turns[0] ?? turn;
}

/**
 * The words that a turn is handed over with. A conversation that cannot be resumed begins again from the
 * task, with a word on what happened.
 */
export function promptText(turn: Turn, task: Turn, isResumed: boolean): string {
  if (isResumed || turn.kind === 'prompt' || turn.number === 1) return turn.body;
  const word = 'An earlier attempt at this task was interrupted and its conversation is gone.';
  const ask = 'Look at what is already there before you begin again.';
  const more = turn.id === task.id ? '' : ` Besides the task above: ${turn.body}`;
  return `${task.body}\n\n---\n\n${word} ${ask}${more}`;
}
