import type { QuestionPageAnswer } from '../contract/answer/question.ts';
import type { Notification } from '../domain/notification/notification.ts';
import type { Question } from '../domain/question/question.ts';
import type { Session } from '../domain/session/session.ts';
import { renderDuration } from './duration.ts';
import { oneLine } from './one-line.ts';
import { questionJson } from './question-list.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderSecond } from './time.ts';

type QuestionView = Readonly<{
  question: Question;
  session: Session | null;
  notifications: readonly Notification[];
  now: number;
}>;

/** One question, whole. */
export function renderQuestionPage(view: QuestionView, style: Style): string {
  const { question, notifications } = view;
  const told = notifications.map(renderNotification);
  return [
    `${style.bold(question.id)} ${question.kind}, ${question.state}\n`,
    renderTable(factsOf(view)),
    `\n${renderText(question.text)}\n`,
    ...(question.state === 'open' ? [`\n${style.dim(`swarm answer ${question.id} …`)}\n`] : []),
    ...(told.length === 0 ? [] : [`\nNotifications\n${renderTable(told)}`]),
  ].join('');
}

function factsOf({ question, session, now }: QuestionView): string[][] {
  const { attempt, options, answer, answeredBy, askedAt, answeredAt, runId } = question;
  const name = session && `${oneLine(session.role ?? session.persona)}, ${session.id}, ${session.state}`;
  const waited = renderDuration((answeredAt ?? now) - askedAt);
  const isOpen = question.state === 'open';
  const closedBy = answeredBy === null ? '' : `by ${oneLine(answeredBy)} `;
  return [
    ['  Asked by', name ? `${name} (attempt ${attempt})` : 'Swarm'],
    ...(runId === null ? [] : [['  Run', runId]]),
    ['  Asked', `${renderSecond(askedAt)} UTC${isOpen ? `, open for ${waited}` : ''}`],
    ...(options.length === 0 ? [] : [['  Answers', oneLine(options.join(' | '))]]),
    ...(answer === null ? [] : [['  Answer', oneLine(answer)]]),
    ...(answeredAt === null ? [] : [['  Closed', `${closedBy}after ${waited}`]]),
  ];
}

function renderNotification(row: Notification): string[] {
  const { channel, number, state, attempts, settledAt, createdAt, problem } = row;
  const at = renderSecond(settledAt ?? createdAt);
  const tries = attempts > 1 ? `, ${attempts} tries` : '';
  const why = problem === null ? '' : `: ${oneLine(problem)}`;
  return [`  ${channel}`, number === 1 ? '' : `reminder ${number - 1}`, `${state} ${at}${tries}${why}`];
}

// Line breaks stay; control sequences go.
const renderText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${oneLine(line)}`.trimEnd())
    .join('\n');

export const questionPageJson = ({ question, session, notifications }: QuestionView): QuestionPageAnswer => ({
  ...questionJson(question),
  attempt: question.attempt,
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
