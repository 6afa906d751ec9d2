import type { AgentLogin } from '../../agent/agent.ts';
import { GIVE_UP, GO_ON } from '../answers.ts';
import { isOffered, type KindRow } from '../question-kind.ts';

/** `login`: the title of what to log in to; `why`: how the CLI refused, in one line. */
export type LoginPayload = Readonly<{ login: string; why: string }>;
type LoginQuestionFacts = Readonly<{ login: AgentLogin; words: string }>;

const WORDS_MAX = 500;

/** The agent CLI cannot work, because it is not logged in or its key is refused. */
export const login: KindRow<LoginPayload, LoginQuestionFacts> = {
  word: ({ login: { title, remedy }, words }) => {
    const refusal = `${title} is not logged in: ${words.trim().slice(0, WORDS_MAX)}`;
    const [why = ''] = refusal.split('\n');
    return { text: textOf(refusal, remedy), options: [GO_ON, GIVE_UP], payload: { login: title, why } };
  },
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    if (answer === GO_ON) return { do: 'next-attempt' };
    const text = `${asked.payload.why} A person gave it up.`;
    return { do: 'end-session', ending: 'failed', reason: 'asked', text };
  },
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'replaced',
  topic: 'login',
  concernsAll: () => true,
  cause: (payload) => payload.login,
};

const textOf = (refusal: string, remedy: string): string =>
  [
    refusal,
    `Log in (${remedy}), then answer "${GO_ON}". What you set in the environment counts once the`,
    'supervisor was started with it: swarm supervisor stop, then swarm supervisor start.',
  ].join('\n');
