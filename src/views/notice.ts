import { type Account, toUsd } from '../domain/budget/account.ts';
import type { Notice } from '../domain/notification/notice.ts';
import type { Question } from '../domain/question/question.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import { titleOf } from '../domain/session/title.ts';
import { endText } from './end-text.ts';
import { shortLine } from './one-line.ts';
import { renderSecondZoned } from './time.ts';
import { visibleLine, visibleText } from './visible-text.ts';

/** What a notification is about, with all that is needed to word it. */
export type NoticeSubject =
  | Readonly<{ is: 'question'; question: Question; asker: string; title: string | null }>
  | Readonly<{ is: 'session-failed'; session: Session }>
  | Readonly<{ is: 'run-failed'; run: Run }>
  | Readonly<{ is: 'session-stuck'; session: Session; since: number }>
  | Readonly<{ is: 'budget-near'; account: Account }>
  | Readonly<{ is: 'question-unanswered'; question: Question; asker: string; title: string | null }>;

const TITLE_LETTERS = 120;
const HEADING_LETTERS = 240;
const TEXT_LETTERS = 1_000;

/** One subject by its name; several as a digest. Each links to `page`, where one is served. */
export function renderNotice(subjects: readonly NoticeSubject[], page: string | null = null): Notice {
  const [first] = subjects;
  const title =
    subjects.length === 1 && first ? headlineOf(first) : `Swarm: ${subjects.length} things for you`;
  return { title: shortLine(title, TITLE_LETTERS), parts: subjects.map((subject) => linked(subject, page)) };
}

function linked(subject: NoticeSubject, page: string | null): Notice['parts'][number] {
  const part = partOf(subject);
  return page === null ? part : { ...part, link: `${page}${pathOf(subject)}` };
}

/** Where the page shows it; a question is answered there. */
function pathOf(subject: NoticeSubject): string {
  switch (subject.is) {
    case 'question':
    case 'question-unanswered':
      return `/questions/${encodeURIComponent(subject.question.id)}`;
    case 'session-failed':
    case 'session-stuck':
      return `/sessions/${encodeURIComponent(subject.session.id)}`;
    case 'run-failed':
      return `/runs/${encodeURIComponent(subject.run.id)}`;
    case 'budget-near':
      return '/usage';
  }
}

function headlineOf(subject: NoticeSubject): string {
  switch (subject.is) {
    case 'question':
      return named(`Swarm: ${subject.asker} asks (${subject.question.kind})`, subject.title);
    case 'session-failed':
      return named(`Swarm: ${subject.session.persona} failed`, subject.session.title);
    case 'run-failed':
      return named(`Swarm: the run of ${subject.run.workflow} failed`, titleOf(subject.run.goal));
    case 'session-stuck':
      return named(`Swarm: ${subject.session.persona} does not move on`, subject.session.title);
    case 'budget-near':
      return `Swarm: the budget of ${subject.account.name.replace(':', ' ')} is nearly spent`;
    case 'question-unanswered':
      return named(`Swarm: ${subject.asker} still waits for your answer`, subject.title);
  }
}

const named = (words: string, title: string | null): string => (title ? `${words}: ${title}` : words);

function partOf(subject: NoticeSubject): Notice['parts'][number] {
  switch (subject.is) {
    case 'question':
    case 'question-unanswered':
      return questionPart(subject);
    case 'session-stuck':
      return stuckPart(subject);
    case 'budget-near':
      return budgetPart(subject.account);
    case 'session-failed': {
      const { id, persona, title } = subject.session;
      const text = shortLine(endText(subject.session) || 'no reason is known', TEXT_LETTERS);
      const heading = shortLine(named(`${persona} failed`, title), HEADING_LETTERS);
      return { heading, text, hint: `swarm status ${id}` };
    }
    case 'run-failed': {
      const { id, workflow, goal, reasonText } = subject.run;
      const text = shortLine(`${goal}: ${reasonText ?? 'failed'}`, TEXT_LETTERS);
      return { heading: `${workflow} failed`, text, hint: `swarm status ${id}` };
    }
  }
}

function stuckPart({ session, since }: Subject<'session-stuck'>): Notice['parts'][number] {
  const { id, persona, title, state, parked } = session;
  const why = parked === null ? 'no sign of its agent' : parked.text;
  return {
    heading: shortLine(named(`${persona} is ${state}`, title), HEADING_LETTERS),
    text: shortLine(`Since ${renderSecondZoned(since)}: ${why}`, TEXT_LETTERS),
    hint: `swarm status ${id}`,
  };
}

function budgetPart({ name, spent }: Account): Notice['parts'][number] {
  const text = `Spent so far: $${toUsd(spent.microUsd).toFixed(2)}, ${spent.tokens} tokens`;
  return { heading: `The budget of ${name.replace(':', ' ')} is nearly spent`, text, hint: 'swarm usage' };
}

type Subject<Is extends NoticeSubject['is']> = Extract<NoticeSubject, { is: Is }>;

// Whole: a channel that cannot carry all of it cuts it, and says so.
function questionPart(subject: Subject<'question' | 'question-unanswered'>): Notice['parts'][number] {
  const { question, asker, title } = subject;
  const { id, kind, text, options, askedAt } = question;
  const offered = options.length === 0 ? '' : `\n(${visibleLine(options.join(' | '))})`;
  return {
    heading: shortLine(named(`${asker}, ${kind}, ${renderSecondZoned(askedAt)}`, title), HEADING_LETTERS),
    text: `${visibleText(text)}${offered}`,
    hint: `swarm answer ${id} …`,
    whole: `swarm questions show ${id}`,
  };
}

/** One that is about nothing, to try a channel. */
export const renderTestNotice = (root: string, host: string): Notice => ({
  title: 'Swarm: a test',
  parts: [
    { heading: `${root} on ${host}`, text: 'You would hear of questions here.', hint: 'swarm questions' },
  ],
});
