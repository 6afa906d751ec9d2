import type { ListedQuestionAnswer, QuestionAnswer } from '../contract/answer/question.ts';
import { parseJson } from '../contract/json.ts';
import { askerOf, partsOf, toolRequestOf } from '../domain/question/kinds.ts';
import type { Question } from '../domain/question/question.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderInstant, renderInstantOrNull, renderSecond } from './time.ts';
import { visibleLine } from './visible-text.ts';

const LIST_LETTERS = 300;

/** With what the session or the run that asks is called. */
export type ListedQuestion = Question & Readonly<{ title: string | null }>;

/** Everything that waits for a person, oldest first. */
export function renderQuestions(questions: readonly ListedQuestion[], style: Style): string {
  if (questions.length === 0) return 'No open questions\n';
  return questions.map((question) => renderQuestion(question, style)).join('\n');
}

function renderQuestion(question: ListedQuestion, style: Style): string {
  const { id, kind, text, options, state, answer, askedAt } = question;
  const whose = whoseOf(question);
  const line = visibleLine(text);
  const shown = cutText(line, LIST_LETTERS);
  const whole = shown === line ? [] : [`  ${style.dim(`swarm questions show ${id}`)}`];
  const answered = answer === null ? state : `answered: ${cutText(visibleLine(answer), LIST_LETTERS)}`;
  return [
    `${style.bold(id)} ${style.dim(`${kind}, ${whose}, ${renderSecond(askedAt)}`)}`,
    ...(question.title ? [`  ${style.bold(oneLine(question.title))}`] : []),
    `  ${shown}`,
    ...whole,
    ...(options.length === 0 ? [] : [`  ${style.dim('answers:')} ${oneLine(options.join(' | '))}`]),
    state === 'open' ? `  ${style.dim(`swarm answer ${id} …`)}` : `  ${answered}`,
    '',
  ].join('\n');
}

function whoseOf(question: Question): string {
  const { sessionId, runId } = question;
  const asker = askerOf(question);
  if (asker.is === 'participant') return 'a participant';
  if (asker.is === 'race') return asker.raceId;
  return sessionId ?? (runId === null ? 'a loop' : `run ${runId}`);
}

export const listedQuestionJson = (question: ListedQuestion): ListedQuestionAnswer => ({
  ...questionJson(question),
  title: question.title,
});

export const questionJson = (question: Question): QuestionAnswer => ({
  id: question.id,
  session_id: question.sessionId,
  run_id: question.runId,
  kind: question.kind,
  text: question.text,
  options: question.options,
  request: requestJson(question),
  parts: partsOf(question).map(({ text, header, options, isMulti, answer }) => ({
    question: text,
    header,
    options,
    multi_select: isMulti,
    answer,
  })),
  state: question.state,
  answer: question.answer,
  answered_by: question.answeredBy,
  asked_at: renderInstant(question.askedAt),
  answered_at: renderInstantOrNull(question.answeredAt),
});

function requestJson(question: Question): QuestionAnswer['request'] {
  const request = toolRequestOf(question);
  if (request === null) return null;
  const { tool, input, description, reason, always } = request;
  const parsed = parseJson(input ?? 'null');
  return { tool, input: parsed.ok ? parsed.value : input, description, reason, always };
}
