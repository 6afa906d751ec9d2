import { askerOf, partsOf } from '../domain/question/kinds.ts';
import type { Question } from '../domain/question/question.ts';
import { howToAnswer, renderQuestionText } from './question-page.ts';
import type { Style } from './style.ts';
import { visibleLine } from './visible-text.ts';

/** What an answer did: to what it was given, in full, and what is still open. */
export function renderAnswered(question: Question, style: Style): string {
  const { id, sessionId, runId, state } = question;
  const isOpen = state === 'open';
  const asker = askerOf(question);
  const whose = sessionId ?? runId ?? (asker.is === 'race' ? asker.raceId : 'the loop');
  const done = isOpen ? `Kept for ${id}; nothing is sent yet` : `✅ Answered ${id}; ${whose} is told`;
  return [
    `${done}\n`,
    renderQuestionText(question),
    ...answerLines(question).map((line) => `  → ${line}\n`),
    ...(isOpen ? [`Still open: ${style.dim(howToAnswer(question))}\n`] : []),
  ].join('');
}

function answerLines(question: Question): readonly string[] {
  const parts = partsOf(question);
  if (parts.length < 2) return [visibleLine(question.answer ?? '')];
  return parts.map(({ text, options, answer }) => {
    if (answer === null) return `${visibleLine(text)} (open)`;
    const isOwn = options.length > 0 && !isChosen(options, answer);
    return `${visibleLine(text)} = ${visibleLine(answer)}${isOwn ? ' (your own words)' : ''}`;
  });
}

const isChosen = (options: readonly Readonly<{ label: string }>[], answer: string): boolean =>
  [answer, ...answer.split(', ')].some((one) => options.some(({ label }) => label === one));
