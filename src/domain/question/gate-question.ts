import { gateText } from '../loop/gate-text.ts';
import { GIVE_UP } from './answers.ts';
import type { Question } from './question.ts';

export const LOOK_AGAIN = 'look again';
export const TELL_AGENT = 'tell the agent';

type Missing = Readonly<{ workId: string; command: string; output: string }>;

/** The question when the command of a gate is not there: that says nothing about the work. */
export const wordMissingGate = ({
  workId,
  command,
  output,
}: Missing): Pick<Question, 'kind' | 'text' | 'options' | 'input'> => ({
  kind: 'gate',
  text: [
    `The gate of ${workId} cannot run, because its command is not there: ${command}`,
    `Mend it and answer "${LOOK_AGAIN}"; or "${TELL_AGENT}", if that is for the agent to mend.`,
    '',
    output,
  ].join('\n'),
  options: [LOOK_AGAIN, TELL_AGENT, GIVE_UP],
  input: JSON.stringify({ command, output }),
});

export const isGateQuestion = ({ kind }: Pick<Question, 'kind'>): boolean => kind === 'gate';

type Answered = Pick<Question, 'kind' | 'answer' | 'input'>;

/** The gate is tried again, and the agent hears nothing of it. */
export const isLookAgain = (question: Answered): boolean =>
  isGateQuestion(question) && question.answer === LOOK_AGAIN;

/** What the agent is told after the answer; null for nothing. */
export function tellOfGate({ answer, input }: Answered): string | null {
  if (answer !== TELL_AGENT || input === null) return null;
  const { command, output } = JSON.parse(input) as Pick<Missing, 'command' | 'output'>;
  return gateText(command, output);
}
