import type { Notice } from '../domain/notification/notice.ts';
import type { Question } from '../domain/question/question.ts';
import type { Session } from '../domain/session/session.ts';
import { shortLine } from './one-line.ts';
import { renderSecond } from './time.ts';

/** What the person is told of, with what is needed to tell it. */
export type Told =
  | Readonly<{ is: 'question'; question: Question; asker: string }>
  | Readonly<{ is: 'session-failed'; session: Session }>;

const TITLE_LETTERS = 120;
const TEXT_LETTERS = 1_000;

/** One thing by its name; several of them together. */
export function renderNotice(told: readonly Told[]): Notice {
  const [first] = told;
  const title = told.length === 1 && first ? titleOf(first) : `Swarm: ${told.length} things for you`;
  return { title: shortLine(title, TITLE_LETTERS), parts: told.map(partOf) };
}

const titleOf = (told: Told): string =>
  told.is === 'question'
    ? `Swarm: ${told.asker} asks (${told.question.kind})`
    : `Swarm: ${told.session.persona} failed`;

function partOf(told: Told): Notice['parts'][number] {
  if (told.is === 'session-failed') {
    const { id, persona, reason, reasonText } = told.session;
    const text = shortLine(`${reason ?? 'failed'}: ${reasonText ?? ''}`, TEXT_LETTERS);
    return { heading: `${shortLine(persona, TITLE_LETTERS)} failed`, text, hint: `swarm status ${id}` };
  }
  const { id, kind, text, options, askedAt } = told.question;
  const offered = options.length === 0 ? '' : ` (${options.join(' | ')})`;
  return {
    heading: shortLine(`${told.asker}, ${kind}, ${renderSecond(askedAt)} UTC`, TITLE_LETTERS),
    text: shortLine(`${text}${offered}`, TEXT_LETTERS),
    hint: `swarm answer ${id} …`,
  };
}
