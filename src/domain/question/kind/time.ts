import { interruptText } from '../../session/prompt-text.ts';
import { GO_ON, isGivingUp, STOP } from '../answers.ts';
import type { Question } from '../question.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

/** `lifetimeMs`: what "go on" adds. */
export type TimePayload = Readonly<{ lifetimeMs: number }>;
type TimeQuestionFacts = TimePayload & Readonly<{ text: string }>;

/** The working time of a session that a loop began is used up. */
export const time: KindRow<TimePayload, TimeQuestionFacts> = {
  word: ({ text, lifetimeMs }) => ({ text, options: [GO_ON, STOP], payload: { lifetimeMs } }),
  effect: (asked, answer) => {
    const { text, payload } = asked;
    const isGivenUp = isGivingUp(answer) || (isOffered(asked, answer) && answer !== GO_ON);
    if (isGivenUp) return { do: 'end-session', ending: 'killed', reason: 'timeout', text };
    if (!isOffered(asked, answer)) return null;
    return { do: 'carry', text: interruptText(text, answer), grantedMs: payload.lifetimeMs };
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'ended',
  topic: 'interrupt',
};

/** The time that the session had at first, however often more was granted. */
export const firstLifetimeMs = (before: readonly Question[]): number | undefined =>
  before.flatMap((question) => (question.kind === 'time' ? [question.payload.lifetimeMs] : []))[0];
