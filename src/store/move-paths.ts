import { type Program, write } from './program.ts';
import type { Write } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

/** Tables with a path of the project in a row, and which of their rows are of one host. */
const PATH_COLUMNS = [
  {
    table: 'workspace',
    column: 'path',
    ofHost: 'and session_id in (select id from session where host_id is null or host_id = ?)',
  },
  { table: 'session', column: 'work_dir', ofHost: 'and (host_id is null or host_id = ?)' },
  { table: 'loop', column: 'work_dir', ofHost: '' },
] as const;

/** Twice is once: what was moved no longer begins with the old path. */
export function* movePaths(moving: Extract<Write, { kind: 'move-paths' }>): Program<WriteRefusal | null> {
  const [from, to] = [storable(moving.from), storable(moving.to)];
  // Both databases count characters, not the units of JavaScript.
  const rest = [...from].length + 1;
  for (const { table, column, ofHost } of PATH_COLUMNS) {
    yield* write({
      sql: `update ${table} set ${column} = ? || substr(${column}, ?), version = version + 1
        where (${column} = ? or substr(${column}, 1, ?) = ?) ${ofHost}`,
      values: [to, rest, from, rest, `${from}/`, ...(ofHost === '' ? [] : [storable(moving.hostId)])],
    });
  }
  return null;
}
