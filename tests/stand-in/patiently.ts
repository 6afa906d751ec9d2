import { type Answer, says } from './answer.ts';
import type { ApiRequest } from './request.ts';

// Claude Code connects to MCP servers beside its first turn, and says so of a tool that is not there yet.
const EARLY = /No such tool available/;
const AGAIN_MS = 300;

export const isEarly = (text: string): boolean => EARLY.test(text);

/** Plays the answers in order, and calls a tool again whose server still connects, as a model would. */
export function patiently(answers: readonly Answer[]): (asked: ApiRequest) => Answer {
  let played = 0;
  return ({ toolResults }) => {
    const isAgain = toolResults.some(({ text }) => isEarly(text));
    if (!isAgain) played += 1;
    const answer = answers[played - 1] ?? says('The script is over.');
    return isAgain && answer.is === 'message' ? { ...answer, delayMs: AGAIN_MS } : answer;
  };
}
