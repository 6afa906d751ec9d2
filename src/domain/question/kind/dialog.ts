import type { AgentQuestion } from '../../agent/fact.ts';
import { isOffered, type KindRow } from '../question-kind.ts';
import type { RequestPayload } from './permission.ts';

type About = RequestPayload & Readonly<{ questions: readonly AgentQuestion[] }>;

/** The agent asks through a tool of its CLI, which shows a dialog. */
export const dialog: KindRow<RequestPayload, About> = {
  word: ({ questions, requestId, input }) => {
    const [only, ...others] = questions;
    return {
      text: questions.map((one) => one.text).join('\n'),
      options: only && others.length === 0 ? only.options : [],
      payload: { requestId, input },
    };
  },
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    const { requestId, input } = asked.payload;
    const words = { requestId, answers: { [asked.text]: answer }, input: input ?? '{}' };
    return { do: 'reply', reply: { is: 'words', words } };
  },
  asker: (payload) => ({ is: 'request', ...payload }),
  closes: 'process',
  process: 'stays',
  topic: 'interrupt',
};
