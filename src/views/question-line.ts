import type { Question } from '../domain/question/question.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { visibleLine } from './visible-text.ts';

const LETTERS = 300;

/** A question beside other facts: line feeds are seen, and what is cut says so and where the rest is. */
export function questionLine({ id, text }: Pick<Question, 'id' | 'text'>): string {
  const line = visibleLine(text);
  const shown = cutText(line, LETTERS);
  return shown === line ? line : `${shown} (swarm questions show ${id})`;
}

type QuestionSummary = Pick<Question, 'id' | 'text' | 'options' | 'sessionId' | 'runId'>;

/** Beside other output: who waits for a person, for what, and the command that answers. */
export function renderOpenQuestion(question: QuestionSummary): string {
  const asker = question.sessionId ?? (question.runId === null ? 'Swarm' : `Run ${question.runId}`);
  return `❓ ${asker} waits for your answer: ${questionLine(question)}\n   ${answerCommand(question)}\n`;
}

/** The command that answers, with what is offered or a place for words. */
export const answerCommand = ({ id, options }: Pick<Question, 'id' | 'options'>): string =>
  `swarm answer ${id} ${options.map(asWord).join(' | ') || '"…"'}`;

const asWord = (option: string): string => (/^[\w-]+$/.test(option) ? option : `"${visibleLine(option)}"`);
