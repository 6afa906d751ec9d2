/** What a column holds, in both engines. Truth values are 0 and 1; lists and maps are JSON text. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** One statement, with `?` for each value in order; engines that number their parameters rewrite it. */
export type Statement = Readonly<{ sql: string; values: readonly Value[] }>;

/** Rules over many rows take one of these rows first, or Postgres admits two. */
export type Guard = 'slots' | 'journal';

export type Instruction =
  | Readonly<{ do: 'read'; statement: Statement }>
  /** Reads and locks rows (`for update`), and passes over those that another transaction has locked. */
  | Readonly<{ do: 'take'; table: string; statement: Statement }>
  | Readonly<{ do: 'write'; statement: Statement }>
  | Readonly<{ do: 'lock'; guard: Guard }>;

export type Answer = Readonly<{ rows: readonly Row[]; changed: number }>;

/**
 * The statements of one transaction, with the decisions between them. It does not say how to wait: SQLite
 * plays it in one go, so that nothing of the same connection comes between, Postgres with a round trip each.
 */
export type Program<T> = Generator<Instruction, T, Answer>;

export function* read(statement: Statement): Program<readonly Row[]> {
  const { rows } = yield { do: 'read', statement };
  return rows;
}

export function* take(table: string, statement: Statement): Program<readonly Row[]> {
  const { rows } = yield { do: 'take', table, statement };
  return rows;
}

/** How many rows were written. */
export function* write(statement: Statement): Program<number> {
  const { changed } = yield { do: 'write', statement };
  return changed;
}

export function* lock(guard: Guard): Program<void> {
  yield { do: 'lock', guard };
}
