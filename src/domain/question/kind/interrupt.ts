import { interruptText } from '../../session/prompt-text.ts';
import { GO_ON, isGivingUp, STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';

export type NoPayload = Readonly<Record<never, never>>;

const GIVEN_UP = 'it was interrupted, and a person gave it up';

/** A person, or the agent itself, stopped a session in the middle. All words but an order go to the agent. */
export const interrupt: KindRow<NoPayload, Readonly<{ text: string }>> = {
  word: ({ text }) => ({ text, options: [GO_ON, STOP], payload: {} }),
  effect: ({ text }, answer) =>
    isGivingUp(answer)
      ? { do: 'end-session', ending: 'killed', reason: 'asked', text: GIVEN_UP }
      : { do: 'carry', text: interruptText(text, answer), grantedMs: 0 },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'ended',
  topic: 'interrupt',
};
