import type { Session } from './session.ts';

/** What the agent is told that goes on with work that had ended. */
export function retryText({ state, reason, reasonText }: Session, words: string): string {
  const why = [reason, reasonText].filter((part) => part !== null && part !== '').join(': ');
  const how = state === 'completed' ? 'It had completed' : `It had ended as ${state}`;
  return [
    `Try your task again. ${how}${why === '' ? '' : ` (${why})`}.`,
    'Look first at what is done already, and go on from there.',
    ...(words === '' ? [] : [words]),
  ].join('\n\n');
}
