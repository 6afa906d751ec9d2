import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Engine } from './engine.ts';
import type { JournalLine } from './journal-line.ts';
import { type Program, read, type Statement, write } from './program.ts';
import { journalTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';

const COLUMNS = 'seq, at, session_id, run_id, work_id, loop_id, actor, event, from_state, to_state, note';
const MARKS = `(${COLUMNS.replaceAll(/\w+/g, '?')})`;
/** Both engines limit the values of one statement. */
const LINES_AT_ONCE = 1_000;

/**
 * Runs under the lock of the journal, last in its transaction, so that numbers grow without a gap and in the
 * order of commits: a reader who goes on after the highest number seen misses nothing.
 */
export function* addJournalLines(lines: readonly JournalLine[]): Program<void> {
  const [row] = yield* read(LAST_SEQ);
  const last = Number(row?.last ?? 0);
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE);
    const values = some.flatMap((line, n) => [last + 1 + from + n, ...toValues(line)]);
    yield* write({ sql: insertOf(some.length), values });
  }
}

// Nearly every commit adds one to four lines; their texts are made once.
const INSERTS = Array.from({ length: 8 }, (_, count) => makeInsert(count));
const insertOf = (count: number): string => INSERTS[count] ?? makeInsert(count);

function makeInsert(count: number): string {
  return `insert into journal (${COLUMNS}) values ${Array<string>(count).fill(MARKS).join(', ')}`;
}

const LAST_SEQ: Statement = { sql: 'select max(seq) as last from journal', values: [] };

const toValues = (line: JournalLine) => [
  line.at,
  line.sessionId === null ? null : storable(line.sessionId),
  line.runId === null ? null : storable(line.runId),
  line.workId === null ? null : storable(line.workId),
  line.loopId === null ? null : storable(line.loopId),
  storable(line.by),
  storable(line.event),
  line.fromState,
  line.toState,
  storable(line.note),
];

export const journalReads = (engine: Engine): Pick<Store, 'listJournal' | 'lastJournalSeq'> => ({
  listJournal: async ({ after, limit, isNewest = false, namesRuns = false, ...of }) => {
    const { sessionId, runId, workId, loopId, event, since } = of;
    const { sql, values } = where([
      { sql: 'seq > ?', values: [after] },
      sessionId !== undefined && { sql: 'session_id = ?', values: [storable(sessionId)] },
      // What happened to a run, and to every session of it.
      runId !== undefined && {
        sql: '(run_id = ? or session_id in (select id from session where run_id = ?))',
        values: [storable(runId), storable(runId)],
      },
      workId !== undefined && { sql: 'work_id = ?', values: [storable(workId)] },
      loopId !== undefined && { sql: 'loop_id = ?', values: [storable(loopId)] },
      event !== undefined && { sql: 'event = ?', values: [storable(event)] },
      since !== undefined && { sql: 'at >= ?', values: [since] },
    ]);
    const order = isNewest ? 'desc' : 'asc';
    const wanted = journalTable.select(`${sql} order by seq ${order} limit ?`, [...values, limit]);
    const entries = (await engine.read(wanted)).map(journalTable.fromRow);
    const ordered = isNewest ? entries.reverse() : entries;
    return namesRuns ? withRuns(engine, ordered) : ordered;
  },
  lastJournalSeq: async () => {
    const [row] = await engine.read(LAST_SEQ);
    return Number(row?.last ?? 0);
  },
});

async function withRuns(engine: Engine, entries: readonly JournalEntry[]): Promise<readonly JournalEntry[]> {
  const nameless = entries.flatMap(({ sessionId, runId }) =>
    runId === null && sessionId ? [sessionId] : [],
  );
  const ids = [...new Set(nameless)];
  if (ids.length === 0) return entries;
  const marks = ids.map(() => '?').join(', ');
  const sql = `select id, run_id from session where run_id is not null and id in (${marks})`;
  const rows = await engine.read({ sql, values: ids.map(storable) });
  const runs = new Map(rows.map((row) => [String(row.id), String(row.run_id)]));
  return entries.map((entry) => ({
    ...entry,
    runId: entry.runId ?? runs.get(entry.sessionId ?? '') ?? null,
  }));
}
