import type { AgentQuestion } from '../../agent/fact.ts';
import type { KindRow } from '../question-kind.ts';
import { answersIn, gatherAnswers, openQuestions } from './dialog-answers.ts';

/** `input`: the tool's input, as JSON, which goes back with the answers. */
export type DialogPayload = Readonly<{
  requestId: string;
  input: string | null;
  questions: readonly AgentQuestion[];
}>;

/** The agent asks through a tool of its CLI, which shows a dialog. */
export const dialog: KindRow<DialogPayload, DialogPayload> = {
  word: ({ questions, requestId, input }) => {
    const [only, ...others] = questions;
    return {
      text: textOf(questions),
      options: only && others.length === 0 ? only.options.map(({ label }) => label) : [],
      payload: { requestId, input, questions },
    };
  },
  gather: ({ payload }, given) => gatherAnswers(payload.questions, given),
  effect: ({ payload, text }, answer) => {
    const { requestId, input, questions } = payload;
    if (openQuestions(questions, answer).length > 0) return null;
    const answers = questions.length === 0 ? { [text]: answer } : answersIn(questions, answer);
    const words = { requestId, answers, input: input ?? '{}' };
    return { do: 'reply', reply: { is: 'words', words } };
  },
  parts: ({ payload: { questions } }, answer) => {
    const answers = answer === null ? {} : answersIn(questions, answer);
    return questions.map((question) => ({ ...question, answer: answers[question.text] ?? null }));
  },
  asker: ({ requestId, input }) => ({ is: 'request', requestId, input }),
  closes: 'process',
  process: 'stays',
  topic: 'interrupt',
};

/** Each question with its options, numbered as they may be answered. */
function textOf(questions: readonly AgentQuestion[]): string {
  const [only, ...others] = questions;
  if (only && others.length === 0) return [titleOf(only), ...optionLines(only)].join('\n');
  return questions
    .flatMap((question, index) => [`${index + 1}. ${titleOf(question)}`, ...optionLines(question)])
    .join('\n');
}

const titleOf = ({ text, header, isMulti }: AgentQuestion): string =>
  `${header === '' ? '' : `[${header}] `}${text}${isMulti ? ' (several may be chosen)' : ''}`;

const optionLines = ({ options }: AgentQuestion): readonly string[] =>
  options.map(({ label, description }, index) => {
    const about = description === '' || description === label ? '' : `: ${description}`;
    return `   ${index + 1}) ${label}${about}`;
  });
