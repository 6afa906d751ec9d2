import { type Draft, draftStep } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import type { AgentLogin } from '../../domain/agent/agent.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';

type Refused = Readonly<{ login: AgentLogin; words: string; hash: (text: string) => string }>;

/** The session waits until a person has logged in, or gives it up. */
export function draftLogin(draft: Draft, { login, words, hash }: Refused): void {
  draftStep(draft, 'asked', { note: 'not logged in' });
  draftSessionAsk(draft, wordQuestion('login', { login, words }), hash);
}
