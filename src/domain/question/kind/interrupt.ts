import { interruptText } from '../../session/prompt-text.ts';
import type { KindRow } from '../question-kind.ts';

export type NoPayload = Readonly<Record<never, never>>;

/** A person, or the agent itself, stopped a session in the middle. Any words are an answer. */
export const interrupt: KindRow<NoPayload, Readonly<{ text: string }>> = {
  word: ({ text }) => ({ text, options: [], payload: {} }),
  effect: ({ text }, answer) => ({ do: 'carry', text: interruptText(text, answer), grantedMs: 0 }),
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'ended',
  topic: 'interrupt',
};
