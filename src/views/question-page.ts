import type { QuestionPageAnswer } from '../contract/answer/question.ts';
import type { Notification } from '../domain/notification/notification.ts';
import { askerOf, partsOf, toolRequestOf } from '../domain/question/kinds.ts';
import type { Question } from '../domain/question/question.ts';
import type { Session } from '../domain/session/session.ts';
import { lineDiff } from '../domain/text/line-diff.ts';
import { renderDuration } from './duration.ts';
import { oneLine } from './one-line.ts';
import { questionJson } from './question-list.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderSecond, renderSecondZoned } from './time.ts';
import { visibleLine, visibleText } from './visible-text.ts';

type QuestionView = Readonly<{
  question: Question;
  session: Session | null;
  notifications: readonly Notification[];
  now: number;
  replaced?: Readonly<{ before: string; after: string }> | null;
}>;

/** One question, whole. */
export function renderQuestionPage(view: QuestionView, style: Style): string {
  const { question, notifications } = view;
  const told = notifications.map(renderNotification);
  return [
    `${style.bold(question.id)} ${question.kind}, ${question.state}\n`,
    renderTable(factsOf(view)),
    `\n${renderQuestionText(question)}`,
    ...replacedLines(view),
    ...(question.state === 'open' ? [`\n${style.dim(howToAnswer(question))}\n`] : []),
    ...(told.length === 0 ? [] : [`\nNotifications\n${renderTable(told)}`]),
  ].join('');
}

/** All that is asked, with every character to be seen. */
export const renderQuestionText = (question: Question): string =>
  [question.text, ...keptInput(question)].map((text) => `${indent(visibleText(text))}\n`).join('');

function replacedLines({ replaced }: QuestionView): readonly string[] {
  if (!replaced) return [];
  const diff = lineDiff(replaced.before, replaced.after).join('\n');
  const shown = replaced.before === replaced.after ? '(nothing would change)' : diff;
  return [`\n  The file is there already. What would change in it now:\n`, `${indent(visibleText(shown))}\n`];
}

// Older versions kept a text that was cut, and the whole input beside it.
function keptInput(question: Question): readonly string[] {
  const asker = askerOf(question);
  const isTold = toolRequestOf(question) !== null || partsOf(question).length > 0;
  return asker.is !== 'request' || isTold || asker.input === null ? [] : [asker.input];
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** The command that answers, for what is still open of it. */
export function howToAnswer(question: Question): string {
  const { id } = question;
  const open = partsOf(question).filter(({ answer }) => answer === null);
  if (partsOf(question).length > 1)
    return `swarm answer ${id} ${open.map(({ text }) => `"${visibleLine(text)}=…"`).join(' ')}`;
  if (toolRequestOf(question) === null) return `swarm answer ${id} …`;
  return `swarm answer ${id} ${[...question.options, 'deny "words for the agent"'].join(' | ')}`;
}

function factsOf({ question, session, now }: QuestionView): string[][] {
  const { attempt, options, answeredBy, askedAt, answeredAt, runId } = question;
  const name = session && `${oneLine(session.role ?? session.persona)}, ${session.id}, ${session.state}`;
  const waited = renderDuration((answeredAt ?? now) - askedAt);
  const isOpen = question.state === 'open';
  const closedBy = answeredBy === null ? '' : `by ${oneLine(answeredBy)} `;
  return [
    ['  Asked by', name ? `${name} (attempt ${attempt})` : 'Swarm'],
    ...(runId === null ? [] : [['  Run', runId]]),
    ['  Asked', `${renderSecondZoned(askedAt)}${isOpen ? `, open for ${waited}` : ''}`],
    ...requestFacts(question),
    ...(options.length === 0 ? [] : [['  Answers', visibleLine(options.join(' | '))]]),
    ...answerFacts(question),
    ...(answeredAt === null ? [] : [['  Closed', `${closedBy}after ${waited}`]]),
  ];
}

function requestFacts(question: Question): string[][] {
  const request = toolRequestOf(question);
  if (request === null) return [];
  const { description, reason, always } = request;
  return [
    ...(description === null ? [] : [['  It says', visibleLine(description)]]),
    ...(reason === null ? [] : [['  Asks because', visibleLine(reason)]]),
    ...(always ?? []).map((rule) => ['  "always" allows', `for this session: ${visibleLine(rule)}`]),
  ];
}

function answerFacts(question: Question): string[][] {
  const { answer } = question;
  const parts = partsOf(question);
  if (parts.length > 1)
    return parts.map(({ text, answer: said }) => [
      '  Answer',
      `${visibleLine(text)} ${said === null ? 'open' : `= ${visibleLine(said)}`}`,
    ]);
  return answer === null ? [] : [['  Answer', visibleLine(answer)]];
}

function renderNotification(row: Notification): string[] {
  const { channel, number, state, attempts, settledAt, createdAt, problem } = row;
  const at = renderSecond(settledAt ?? createdAt);
  const tries = attempts > 1 ? `, ${attempts} tries` : '';
  const why = problem === null ? '' : `: ${oneLine(problem)}`;
  return [`  ${channel}`, number === 1 ? '' : `reminder ${number - 1}`, `${state} ${at}${tries}${why}`];
}

export const questionPageJson = ({ question, session, notifications }: QuestionView): QuestionPageAnswer => ({
  ...questionJson(question),
  attempt: question.attempt,
  title: session?.title ?? null,
  persona: session?.persona ?? null,
  role: session?.role ?? null,
  session_state: session?.state ?? null,
  notifications: notifications.map((row) => ({
    channel: row.channel,
    number: row.number,
    state: row.state,
    attempts: row.attempts,
    created_at: renderInstant(row.createdAt),
    settled_at: renderInstantOrNull(row.settledAt),
    problem: row.problem,
  })),
});
