import type { Engine } from './engine.ts';
import type { Row, Value } from './program.ts';
import type { Table } from './table.ts';

type Versioned = Readonly<{ id: string; version: number }>;
type Query = Readonly<{ rest: string; values: readonly Value[] }>;

/** How many lists are kept, and of how many rows that have changed each is read by its id. */
const LISTS_MOST = 8;
const BY_ID_MOST = 50;

/**
 * A list that is asked for again and again, of which little changes in between: rows whose version is known
 * are not read again. Whatever changes such a row raises its version.
 */
export function versionedList<T extends Versioned>(
  engine: Engine,
  table: Table<T>,
): (key: string, query: Query) => Promise<readonly T[]> {
  const lists = new Map<string, ReadonlyMap<string, T>>();
  return async (key, query) => {
    const known = lists.get(key);
    const rows = await (known ? readChanged(engine, table, { known, query }) : readAll(engine, table, query));
    lists.delete(key);
    lists.set(key, new Map(rows.map((row) => [row.id, row])));
    const [oldest] = lists.keys();
    if (lists.size > LISTS_MOST && oldest !== undefined) lists.delete(oldest);
    return rows;
  };
}

const readAll = <T>(engine: Engine, table: Table<T>, { rest, values }: Query): Promise<readonly T[]> =>
  table.list(engine, rest, values);

type Knowing<T> = Readonly<{ known: ReadonlyMap<string, T>; query: Query }>;

async function readChanged<T extends Versioned>(
  engine: Engine,
  table: Table<T>,
  { known, query }: Knowing<T>,
): Promise<readonly T[]> {
  const sql = `select id, version from ${table.name} ${query.rest}`;
  const seen = await engine.read({ sql, values: query.values });
  const isKnown = (row: Row): boolean => known.get(String(row.id))?.version === Number(row.version);
  const ids = seen.filter((row) => !isKnown(row)).map(({ id }) => String(id));
  if (ids.length > BY_ID_MOST) return readAll(engine, table, query);
  const marks = ids.map(() => '?').join(', ');
  const changed = ids.length === 0 ? [] : await table.list(engine, `where id in (${marks})`, ids);
  const fresh = new Map(changed.map((row) => [row.id, row]));
  return seen.flatMap((row) => {
    const found = (isKnown(row) ? known : fresh).get(String(row.id));
    return found === undefined ? [] : [found];
  });
}
