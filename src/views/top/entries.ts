import type { Question } from '../../domain/question/question.ts';
import type { SessionGroup } from '../../domain/session/group.ts';
import type { Session } from '../../domain/session/session.ts';
import type { OverviewView } from '../session-overview.ts';
import { titleText } from '../session-table.ts';

/** One line of the list. Those with an id can be selected: of a session, or of a question without one. */
export type Entry =
  | Readonly<{ is: 'heading'; group: SessionGroup; count: number }>
  | Readonly<{ is: 'session'; id: string; session: Session }>
  | Readonly<{ is: 'question'; id: string; question: Question }>
  | Readonly<{ is: 'asked'; question: Question }>
  | Readonly<{ is: 'more'; count: number }>
  | Readonly<{ is: 'gap' }>;

export type Selectable = Extract<Entry, { id: string }>;

/** The lines of the overview that the filter leaves, in order. */
export function entriesOf(view: OverviewView, filter: string): readonly Entry[] {
  const groups = view.groups.map(({ group, count, sessions }): readonly Entry[] => {
    const shown = sessions.filter((session) => isMeant(session, { view, filter }));
    const rows = shown.flatMap((session) => sessionEntries(view, session));
    const loose = group === 'needs-you' ? looseEntries(view, filter) : [];
    if (rows.length + loose.length === 0) return [];
    const hidden = filter === '' ? count - sessions.length : 0;
    const more: readonly Entry[] = hidden > 0 ? [{ is: 'more', count: hidden }] : [];
    const all = filter === '' ? count : shown.length;
    return [{ is: 'heading', group, count: all + loose.length }, ...rows, ...loose, ...more];
  });
  const gap: Entry = { is: 'gap' };
  return groups.filter((lines) => lines.length > 0).flatMap((lines, nth) => (nth ? [gap, ...lines] : lines));
}

export const isSelectable = (entry: Entry): entry is Selectable => 'id' in entry;

const sessionEntries = ({ questions }: OverviewView, session: Session): readonly Entry[] => [
  { is: 'session', id: session.id, session },
  ...questions
    .filter(({ sessionId }) => sessionId === session.id)
    .map((question): Entry => ({ is: 'asked', question })),
];

const looseEntries = ({ questions }: OverviewView, filter: string): readonly Entry[] =>
  questions
    .filter(({ id, sessionId, text }) => sessionId === null && holds([id, text], filter))
    .map((question) => ({ is: 'question', id: question.id, question }));

const isMeant = (session: Session, by: Readonly<{ view: OverviewView; filter: string }>): boolean => {
  const { id, state, persona, role } = session;
  return holds([id, state, persona, role ?? '', titleText(session, by.view.now)], by.filter);
};

const holds = (texts: readonly string[], filter: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(filter.trim().toLowerCase()));
