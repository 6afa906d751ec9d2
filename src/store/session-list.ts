import { Fault } from '../domain/fault.ts';
import { SESSION_STATES, type Session, type SessionState } from '../domain/session/session.ts';
import type { Engine } from './engine.ts';
import type { Statement } from './program.ts';
import { sessionTable } from './schema.ts';
import type { SessionFilter, Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';

const NEWEST_FIRST = 'order by created_at desc, id desc limit ?';

type Shelf = Readonly<{ isArchived: boolean; state?: SessionState }>;

// Each shelf is one stretch of an index, newest at its end: a page costs the same in a store of any size.
function shelvesOf({ archived, states }: SessionFilter): readonly Shelf[] {
  const archives = archived === undefined ? [false, true] : [archived];
  if (states === undefined) return archives.map((isArchived) => ({ isArchived }));
  return archives.flatMap((isArchived) => inOrder(states).map((state) => ({ isArchived, state })));
}

// The same states in another order are the same statement, prepared once.
const inOrder = (states: readonly SessionState[]): readonly SessionState[] =>
  SESSION_STATES.filter((state) => states.includes(state));

function conditionsOf(filter: SessionFilter): readonly (Statement | false)[] {
  const { persona, tag, runId, since, until } = filter;
  const tagged = 'id in (select session_id from session_tag where tag = ?)';
  return [
    persona !== undefined && { sql: 'persona = ?', values: [storable(persona)] },
    tag !== undefined && { sql: tagged, values: [storable(tag)] },
    runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
    since !== undefined && { sql: 'created_at >= ?', values: [since] },
    until !== undefined && { sql: 'created_at < ?', values: [until] },
  ];
}

const shelfConditions = ({ isArchived, state }: Shelf): readonly (Statement | false)[] => [
  state !== undefined && { sql: 'state = ?', values: [state] },
  { sql: 'is_archived = ?', values: [isArchived ? 1 : 0] },
];

type Cursor = Readonly<{ createdAt: number; id: string }>;

const renderCursor = ({ createdAt, id }: Cursor): string => `${createdAt}:${id}`;

function parseCursor(text: string): Cursor {
  const [, createdAt, id] = /^(\d+):(.+)$/s.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  throw new Fault('cursor-unknown', `"${text}" does not mark the end of a page of sessions`, {
    hint: 'Use the `next` of the page before, as it was given.',
  });
}

/** Takes one page from every shelf and keeps the newest of all. */
function pageStatement(filter: SessionFilter, limit: number, after: Cursor | undefined): Statement {
  const shared = [
    ...conditionsOf(filter),
    after !== undefined && {
      sql: '(created_at, id) < (?, ?)',
      values: [after.createdAt, storable(after.id)],
    },
  ];
  const parts = shelvesOf(filter).map((shelf) => {
    const { sql, values } = where([...shelfConditions(shelf), ...shared]);
    return sessionTable.select(`${sql} ${NEWEST_FIRST}`, [...values, limit]);
  });
  if (parts.length === 1 && parts[0]) return parts[0];
  const shelves = parts.map(({ sql }) => `select * from (${sql}) shelf`).join(' union all ');
  return {
    sql: `select * from (${shelves}) page ${NEWEST_FIRST}`,
    values: [...parts.flatMap(({ values }) => values), limit],
  };
}

// Naming every state lets one index alone be read, in stretches.
function tallyStatement(filter: SessionFilter): Statement {
  const states = inOrder(filter.states ?? SESSION_STATES);
  const { sql, values } = where([
    { sql: `state in (${states.map(() => '?').join(', ')})`, values: states },
    filter.archived !== undefined && { sql: 'is_archived = ?', values: [filter.archived ? 1 : 0] },
    ...conditionsOf(filter),
  ]);
  return { sql: `select state, count(*) as tally from session ${sql} group by state`, values };
}

export const sessionListReads = (engine: Engine): Pick<Store, 'listSessions' | 'countSessions'> => ({
  listSessions: async (filter, { limit, after }) => {
    if (filter.states?.length === 0) return { sessions: [], next: null };
    const cursor = after === undefined ? undefined : parseCursor(after);
    // One more than asked for tells whether there is a next page.
    const rows = await engine.read(pageStatement(filter, limit + 1, cursor));
    const sessions = rows.slice(0, limit).map(sessionTable.fromRow);
    return { sessions, next: rows.length > limit ? nextOf(sessions) : null };
  },
  countSessions: async (filter) => {
    if (filter.states?.length === 0) return {};
    const rows = await engine.read(tallyStatement(filter));
    return Object.fromEntries(rows.map((row) => [String(row.state), Number(row.tally)]));
  },
});

function nextOf(sessions: readonly Session[]): string | null {
  const last = sessions.at(-1);
  return last ? renderCursor(last) : null;
}
