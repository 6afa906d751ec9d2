import type { Notice } from '../domain/notification/notice.ts';
import type { Question } from '../domain/question/question.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import { shortLine } from './one-line.ts';
import { renderSecond } from './time.ts';

/** What a notification is about, with all that is needed to word it. */
export type NoticeSubject =
  | Readonly<{ is: 'question'; question: Question; asker: string }>
  | Readonly<{ is: 'session-failed'; session: Session }>
  | Readonly<{ is: 'run-failed'; run: Run }>;

const TITLE_LETTERS = 120;
const TEXT_LETTERS = 1_000;

/** One subject by its name; several as a digest. */
export function renderNotice(subjects: readonly NoticeSubject[]): Notice {
  const [first] = subjects;
  const title = subjects.length === 1 && first ? titleOf(first) : `Swarm: ${subjects.length} things for you`;
  return { title: shortLine(title, TITLE_LETTERS), parts: subjects.map(partOf) };
}

function titleOf(subject: NoticeSubject): string {
  switch (subject.is) {
    case 'question':
      return `Swarm: ${subject.asker} asks (${subject.question.kind})`;
    case 'session-failed':
      return `Swarm: ${subject.session.persona} failed`;
    case 'run-failed':
      return `Swarm: the run of ${subject.run.workflow} failed`;
  }
}

function partOf(subject: NoticeSubject): Notice['parts'][number] {
  switch (subject.is) {
    case 'question':
      return questionPart(subject.question, subject.asker);
    case 'session-failed': {
      const { id, persona, reason, reasonText } = subject.session;
      const text = shortLine(`${reason ?? 'failed'}: ${reasonText ?? ''}`, TEXT_LETTERS);
      return { heading: `${shortLine(persona, TITLE_LETTERS)} failed`, text, hint: `swarm status ${id}` };
    }
    case 'run-failed': {
      const { id, workflow, goal, reasonText } = subject.run;
      const text = shortLine(`${goal}: ${reasonText ?? 'failed'}`, TEXT_LETTERS);
      return { heading: `${workflow} failed`, text, hint: `swarm status ${id}` };
    }
  }
}

function questionPart(question: Question, asker: string): Notice['parts'][number] {
  const { id, kind, text, options, askedAt } = question;
  const offered = options.length === 0 ? '' : ` (${options.join(' | ')})`;
  return {
    heading: shortLine(`${asker}, ${kind}, ${renderSecond(askedAt)} UTC`, TITLE_LETTERS),
    text: shortLine(`${text}${offered}`, TEXT_LETTERS),
    hint: `swarm answer ${id} …`,
  };
}

/** One that is about nothing, to try a channel. */
export const renderTestNotice = (root: string, host: string): Notice => ({
  title: 'Swarm: a test',
  parts: [
    { heading: `${root} on ${host}`, text: 'You would hear of questions here.', hint: 'swarm questions' },
  ],
});
