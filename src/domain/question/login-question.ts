import type { AgentLogin } from '../agent/agent.ts';
import { GIVE_UP, GO_ON } from './answers.ts';
import type { Question } from './question.ts';

const WORDS_MAX = 500;

type Refused = Readonly<{ login: AgentLogin; words: string }>;

/** The question when an agent CLI could not work because nobody is logged in, or its key is refused. */
export const wordLogin = ({
  login,
  words,
}: Refused): Pick<Question, 'kind' | 'text' | 'options' | 'input'> => ({
  kind: 'login',
  text: [
    `${login.title} is not logged in: ${words.trim().slice(0, WORDS_MAX)}`,
    `Log in (${login.remedy}), then answer "${GO_ON}". What you set in the environment counts once the`,
    'supervisor was started with it: swarm supervisor stop, then swarm supervisor start.',
  ].join('\n'),
  options: [GO_ON, GIVE_UP],
  input: JSON.stringify({ login: login.title }),
});

export const isLoginQuestion = ({ kind }: Pick<Question, 'kind'>): boolean => kind === 'login';

type Asked = Pick<Question, 'id' | 'kind' | 'input'>;

/** Who else waits for the same login: one answer that it is there goes for all of them. */
export function sharedLogins<T extends Asked>(
  answered: Asked & Pick<Question, 'answer'>,
  open: readonly T[],
): readonly T[] {
  if (!isLoginQuestion(answered) || answered.answer !== GO_ON) return [];
  return open.filter((one) => isLoginQuestion(one) && one.input === answered.input && one.id !== answered.id);
}
