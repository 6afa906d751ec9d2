import { answerText } from '../../session/prompt-text.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

/** `key`: the asking file whose author waits. */
export type AskPayload = Readonly<{ key: string }>;
type AskQuestionFacts = AskPayload & Readonly<{ text: string; options: readonly string[] }>;

/** An agent asks with `swarm ask`. */
export const ask: KindRow<AskPayload, AskQuestionFacts> = {
  word: ({ text, options, key }) => ({ text, options, payload: { key } }),
  effect: (asked, answer) =>
    isOffered(asked, answer) ? { do: 'carry', text: answerText(asked.text, answer), grantedMs: 0 } : null,
  asker: ({ key }) => ({ is: 'file', key }),
  closes: 'session',
  process: 'stays',
  topic: 'interrupt',
};
