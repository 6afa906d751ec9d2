import { Fault } from '../domain/fault.ts';
import { SESSION_STATES, type SessionState } from '../domain/session/session.ts';
import type { Engine } from './engine.ts';
import type { Statement } from './program.ts';
import { sessionTable } from './schema.ts';
import type { SessionFilter, Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';

const NEWEST_FIRST = 'order by created_at desc, id desc limit ?';
const COLUMNS = sessionTable.selection;

// The same states in another order are the same statement, prepared once.
const statesOf = ({ states = SESSION_STATES }: SessionFilter): readonly SessionState[] =>
  SESSION_STATES.filter((state) => states.includes(state));

const archivesOf = ({ archived }: SessionFilter): readonly number[] =>
  archived === undefined ? [0, 1] : [Number(archived)];

const oneOf = (column: string, values: readonly (string | number)[]): Statement => ({
  sql: `${column} in (${values.map(() => '?').join(', ')})`,
  values,
});

const otherConditions = ({
  persona,
  runId,
  workId,
  since,
  until,
}: SessionFilter): readonly (Statement | false)[] => [
  persona !== undefined && { sql: 'persona = ?', values: [storable(persona)] },
  runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
  workId !== undefined && { sql: 'work_id = ?', values: [storable(workId)] },
  since !== undefined && { sql: 'session.created_at >= ?', values: [since] },
  until !== undefined && { sql: 'session.created_at < ?', values: [until] },
];

type Page = Readonly<{ limit: number; after: Cursor | undefined }>;

const pageStatement = (filter: SessionFilter, page: Page): Statement =>
  filter.tag === undefined ? pageOfShelves(filter, page) : pageOfTag(filter, filter.tag, page);

/**
 * A shelf is one stretch of an index, newest at its end. The newest of every shelf, and of those the newest:
 * this costs the same in a store of any size.
 */
function pageOfShelves(filter: SessionFilter, { limit, after }: Page): Statement {
  const shared = [...otherConditions(filter), beyond(after, { createdAt: 'created_at', id: 'id' })];
  const parts = shelvesOf(filter).map((shelf) => {
    const { sql, values } = where([...shelf, ...shared]);
    return { sql: `select ${COLUMNS} from session ${sql} ${NEWEST_FIRST}`, values: [...values, limit] };
  });
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const shelves = parts.map(({ sql }) => `select * from (${sql}) shelf`).join(' union all ');
  return {
    sql: `select * from (${shelves}) page ${NEWEST_FIRST}`,
    values: [...parts.flatMap(({ values }) => values), limit],
  };
}

function shelvesOf(filter: SessionFilter): readonly (readonly Statement[])[] {
  const archives = archivesOf(filter).map((value) => ({ sql: 'is_archived = ?', values: [value] }));
  if (filter.states === undefined) return archives.map((archive) => [archive]);
  const states = statesOf(filter).map((state) => ({ sql: 'state = ?', values: [state] }));
  return archives.flatMap((archive) => states.map((state) => [archive, state]));
}

// `cross join` makes SQLite begin with the tag; Postgres chooses by itself.
const TAGGED = 'session_tag cross join session';

function pageOfTag(filter: SessionFilter, tag: string, { limit, after }: Page): Statement {
  const { sql, values } = where([
    ...tagConditions(filter, tag),
    beyond(after, { createdAt: 'session_tag.created_at', id: 'session_tag.session_id' }),
  ]);
  const order = 'order by session_tag.created_at desc, session_tag.session_id desc limit ?';
  return { sql: `select ${COLUMNS} from ${TAGGED} ${sql} ${order}`, values: [...values, limit] };
}

const tagConditions = (filter: SessionFilter, tag: string): readonly (Statement | false)[] => [
  { sql: 'tag = ?', values: [storable(tag)] },
  { sql: 'session.id = session_tag.session_id', values: [] },
  filter.states !== undefined && oneOf('state', statesOf(filter)),
  filter.archived !== undefined && oneOf('is_archived', archivesOf(filter)),
  ...otherConditions(filter),
];

const beyond = (after: Cursor | undefined, columns: { createdAt: string; id: string }): Statement | false =>
  after !== undefined && {
    sql: `(${columns.createdAt}, ${columns.id}) < (?, ?)`,
    values: [after.createdAt, storable(after.id)],
  };

function tallyStatement(filter: SessionFilter): Statement {
  const { tag } = filter;
  const other = otherConditions(filter);
  const shelves = [oneOf('state', statesOf(filter)), oneOf('is_archived', archivesOf(filter))];
  if (tag !== undefined) return countIn(TAGGED, where(tagConditions(filter, tag)));
  if (other.some((condition) => condition !== false))
    return countIn('session', where([...shelves, ...other]));
  const { sql, values } = where([...shelves, { sql: 'sessions > 0', values: [] }]);
  const tally = 'cast(sum(sessions) as bigint) as tally';
  return { sql: `select state, ${tally} from session_tally ${sql} group by state`, values };
}

const countIn = (source: string, { sql, values }: Statement): Statement => ({
  sql: `select state, count(*) as tally from ${source} ${sql} group by state`,
  values,
});

export const sessionListReads = (engine: Engine): Pick<Store, 'listSessions' | 'countSessions'> => ({
  listSessions: async (filter, { limit, after }) => {
    if (filter.states?.length === 0) return { sessions: [], next: null };
    const cursor = after === undefined ? undefined : parseCursor(after);
    // One more than asked for tells whether there is a next page.
    const rows = await engine.read(pageStatement(filter, { limit: limit + 1, after: cursor }));
    const sessions = rows.slice(0, limit).map(sessionTable.fromRow);
    const last = sessions.at(-1);
    return { sessions, next: last && rows.length > limit ? renderCursor(last) : null };
  },
  countSessions: async (filter) => {
    if (filter.states?.length === 0) return {};
    const rows = await engine.read(tallyStatement(filter));
    return Object.fromEntries(rows.map((row) => [String(row.state), Number(row.tally)]));
  },
});

/** Where a page of sessions ended. Opaque to its reader, who gives it back as it is. */
type Cursor = Readonly<{ createdAt: number; id: string }>;

const renderCursor = ({ createdAt, id }: Cursor): string => `${createdAt}:${id}`;

function parseCursor(text: string): Cursor {
  const [, createdAt, id] = /^(\d+):(.+)$/s.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  throw new Fault('cursor-unknown', `"${text}" does not mark the end of a page of sessions`, {
    hint: 'Use the `next` of the page before, as it was given.',
  });
}
