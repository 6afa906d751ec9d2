import { eventsWithWords } from '../contract/event-words.ts';
import type { Hit, SearchKind } from '../domain/search/hit.ts';
import type { Engine } from './engine.ts';
import type { Row, Statement } from './program.ts';
import type { SearchReads } from './search-rows.ts';
import { storable } from './table.ts';

type Source = Readonly<{
  from: string;
  id: string;
  at: string;
  /** Orders rows of the same moment; left out: by id. */
  serial?: string;
  sessionId: string;
  runId: string;
  title: string;
  /** Columns that are searched; what is null has no words. */
  texts: readonly string[];
}>;

/** The session that a message is for or from; a role of a run has its run. */
const SESSION_OF_MESSAGE =
  '(select session.id from session where session.id in (message.recipient, message.sender) limit 1)';

/** Where the texts of each kind are. */
const SOURCES: Readonly<Record<SearchKind, Source>> = {
  session: {
    from: 'session join session_spec on session_spec.session_id = session.id',
    id: 'session.id',
    at: 'session.created_at',
    sessionId: 'session.id',
    runId: 'session.run_id',
    title: 'session.title',
    texts: ['session_spec.prompt', 'session.title', 'session.reason_text'],
  },
  run: {
    from: 'run',
    id: 'run.id',
    at: 'run.created_at',
    sessionId: 'null',
    runId: 'run.id',
    title: 'run.workflow',
    texts: ['run.goal', 'run.reason_text'],
  },
  work: {
    from: 'work_item',
    id: 'work_item.id',
    at: 'work_item.created_at',
    sessionId: 'work_item.session_id',
    runId: 'null',
    title: 'work_item.title',
    texts: ['work_item.body', 'work_item.title'],
  },
  question: {
    from: 'question',
    id: 'question.id',
    at: 'question.asked_at',
    sessionId: 'question.session_id',
    runId: 'question.run_id',
    title: 'question.state',
    texts: ['question.text', 'question.answer'],
  },
  note: {
    from: 'note',
    id: 'note.id',
    at: 'note.created_at',
    sessionId: 'note.session_id',
    runId: 'note.run_id',
    title: 'note.state',
    texts: ['note.description', 'note.context', 'note.escalation_reason', 'note.resolution'],
  },
  message: {
    from: 'message',
    id: 'message.id',
    at: 'message.created_at',
    serial: 'message.serial',
    sessionId: SESSION_OF_MESSAGE,
    runId: 'message.run_id',
    title: `coalesce(message.from_role, message.sender) || ' → ' ||
      coalesce(message.to_role, message.recipient)`,
    texts: ['message.body', 'message.content'],
  },
  mail: {
    from: 'mail',
    id: 'mail.id',
    at: 'mail.created_at',
    serial: 'mail.serial',
    sessionId: 'null',
    runId: 'null',
    title: 'mail.subject',
    texts: ['mail.body', 'mail.subject'],
  },
  journal: {
    from: 'journal',
    id: 'cast(journal.seq as text)',
    at: 'journal.at',
    serial: 'journal.seq',
    sessionId: 'journal.session_id',
    runId: 'journal.run_id',
    title: 'journal.event',
    texts: ['journal.note', 'journal.to_state'],
  },
};

/** A blank line keeps a term from being found across two columns. */
const textOf = ({ texts }: Source): string =>
  texts.map((column) => `coalesce(${column}, '')`).join(` || '\n\n' || `);

const escaped = (term: string): string => term.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`);
const smallAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** SQLite, and Postgres in some locales, make only the letters of ASCII small. */
const formsOf = (term: string): readonly string[] => [...new Set([term, smallAscii(term.toUpperCase())])];

/** A line of the journal is found by the words that people read for its event, too. */
const eventsOf = (kind: SearchKind, term: string): readonly string[] =>
  kind === 'journal' ? eventsWithWords(term) : [];

function searchOf(kind: SearchKind, terms: readonly string[], limit: number): Statement {
  const source = SOURCES[kind];
  const holds = (form: number): string => `${form === 0 ? '' : ' or '}lower(body) like ? escape '\\'`;
  const wanted = terms.map((term) => ({ forms: formsOf(storable(term)), events: eventsOf(kind, term) }));
  const all = wanted.map(({ forms, events }) => {
    const named = events.length === 0 ? '' : ` or title in (${events.map(() => '?').join(', ')})`;
    return `(${forms.map((_, index) => holds(index)).join('')}${named})`;
  });
  const { id, at, serial = id, sessionId, runId, title, from } = source;
  const columns = `${id} as id, ${at} as at, ${serial} as serial, ${sessionId} as session_id,
    ${runId} as run_id, ${title} as title`;
  return {
    sql: `select * from (select ${columns}, ${textOf(source)} as body from ${from}) as searched
      where ${all.join(' and ')} order by at desc, serial desc limit ?`,
    values: [
      ...wanted.flatMap(({ forms, events }) => [...forms.map((form) => `%${escaped(form)}%`), ...events]),
      limit,
    ],
  };
}

const textOrNull = (value: unknown): string | null => (value == null ? null : String(value));

const hitOf = (kind: SearchKind, row: Row): Hit => ({
  kind,
  id: String(row.id),
  at: Number(row.at),
  sessionId: textOrNull(row.session_id),
  runId: textOrNull(row.run_id),
  title: String(row.title),
  text: String(row.body).trim(),
});

export const searchReads = (engine: Engine): SearchReads => ({
  listHits: async ({ terms, kind }, { limit }) => {
    if (terms.length === 0) return [];
    return (await engine.read(searchOf(kind, terms, limit))).map((row) => hitOf(kind, row));
  },
});
