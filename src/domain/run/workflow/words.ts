import { fillPlaceholders } from '../../workflow/placeholders.ts';
import type { Stage } from '../../workflow/workflow.ts';
import type { MessageFact } from '../program.ts';
import type { Note } from './state.ts';

const BODY_CHARACTERS_MOST = 64 * 1024;
const INPUT_CHARACTERS_MOST = 256 * 1024;

export const noteOf = ({ id, from, type, body }: MessageFact, stage: string): Note => ({
  id,
  from,
  type,
  stage,
  body: body.length > BODY_CHARACTERS_MOST ? `${body.slice(0, BODY_CHARACTERS_MOST)} …` : body,
});

/** What the messages say, one after the other, each with its id so that an answer can name it. */
export function inputText(input: readonly Note[]): string {
  const text = input.map(({ id, from, type, body }) => `[${id}] ${type} of ${from}:\n${body}`).join('\n\n');
  return text.length > INPUT_CHARACTERS_MOST ? `${text.slice(0, INPUT_CHARACTERS_MOST)} …` : text;
}

/** What a review says: its summary, then what it found, one line each. */
export function feedbackText({ findings, verdict, body }: MessageFact): string {
  if (findings.length === 0 && verdict === 'approved') return '';
  const points = findings.map(({ about, text }) => `- ${about}: ${text}`);
  // Its body may begin with the verdict and end with the points.
  const lines = body.split('\n').filter((line, index) => !(index === 0 && line === verdict));
  return [...lines.filter((line) => !points.includes(line)), ...points].join('\n').trim();
}

/** The task of a stage as its role reads it. */
export const taskText = (
  { task }: Stage,
  { goal, input, feedback }: Readonly<{ goal: string; input: readonly Note[]; feedback: string }>,
): string => fillPlaceholders(task, { goal, input: inputText(input), feedback });

export const answerText = (question: string, answer: string): string =>
  `A person was asked: ${question}\nThe answer: ${answer}`;

/** For a role that has its task and waited for the answer. */
export const goOnText = (answer: string): string => `${answer}\n\nGo on with your task.`;

/** For a role that went quiet without the message that its stage needs. */
export function nudgeText({ on }: Stage): string {
  const types = on.map(({ on: trigger }) => trigger).join(', ');
  return `Your turn ended, but the run waits for a message of yours. Send one of: ${types}.`;
}
