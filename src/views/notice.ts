import type { Notice } from '../domain/notification/notice.ts';
import type { Question } from '../domain/question/question.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import { titleOf } from '../domain/session/title.ts';
import { shortLine } from './one-line.ts';
import { renderSecondZoned } from './time.ts';
import { visibleLine, visibleText } from './visible-text.ts';

/** What a notification is about, with all that is needed to word it. */
export type NoticeSubject =
  | Readonly<{ is: 'question'; question: Question; asker: string; title: string | null }>
  | Readonly<{ is: 'session-failed'; session: Session }>
  | Readonly<{ is: 'run-failed'; run: Run }>;

const TITLE_LETTERS = 120;
const HEADING_LETTERS = 240;
const TEXT_LETTERS = 1_000;

/** One subject by its name; several as a digest. */
export function renderNotice(subjects: readonly NoticeSubject[]): Notice {
  const [first] = subjects;
  const title =
    subjects.length === 1 && first ? headlineOf(first) : `Swarm: ${subjects.length} things for you`;
  return { title: shortLine(title, TITLE_LETTERS), parts: subjects.map(partOf) };
}

function headlineOf(subject: NoticeSubject): string {
  switch (subject.is) {
    case 'question':
      return named(`Swarm: ${subject.asker} asks (${subject.question.kind})`, subject.title);
    case 'session-failed':
      return named(`Swarm: ${subject.session.persona} failed`, subject.session.title);
    case 'run-failed':
      return named(`Swarm: the run of ${subject.run.workflow} failed`, titleOf(subject.run.goal));
  }
}

const named = (words: string, title: string | null): string => (title ? `${words}: ${title}` : words);

function partOf(subject: NoticeSubject): Notice['parts'][number] {
  switch (subject.is) {
    case 'question':
      return questionPart(subject);
    case 'session-failed': {
      const { id, persona, title, reason, reasonText } = subject.session;
      const text = shortLine(`${reason ?? 'failed'}: ${reasonText ?? ''}`, TEXT_LETTERS);
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

// Whole: a channel that cannot carry all of it cuts it, and says so.
function questionPart(subject: Extract<NoticeSubject, { is: 'question' }>): Notice['parts'][number] {
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
