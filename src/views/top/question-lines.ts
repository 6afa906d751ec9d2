import type { Question } from '../../domain/question/question.ts';
import { howToAnswer, renderQuestionText } from '../question-page.ts';
import { wrapText } from '../text-width.ts';
import { visibleLine } from '../visible-text.ts';
import { bodyRows, type Size } from './state.ts';

/** All that is asked, as wide as the screen: nothing is allowed that could not be read. */
export function questionLines(question: Question, { columns }: Size): readonly string[] {
  const { id, kind, options } = question;
  const offered = options.length === 0 ? [] : ['', `Answers: ${visibleLine(options.join(' | '))}`];
  const text = [`${id} ${kind}`, '', ...renderQuestionText(question).trimEnd().split('\n')];
  return [...text, ...offered, '', `Also: ${howToAnswer(question)}`].flatMap((line) =>
    wrapText(line.replaceAll('\t', '  '), columns),
  );
}

/** The first line that is shown, so that the last one is as far up as it goes. */
export const clampOffset = (offset: number, question: Question, size: Size): number =>
  Math.max(0, Math.min(offset, questionLines(question, size).length - bodyRows(size)));
