import type { Engine } from './engine.ts';
import type { Row, Statement, Value } from './program.ts';

/** How one field of a domain type is kept in a column. */
export type Column<T> = Readonly<{
  name: string;
  toValue: (field: T) => Value;
  fromValue: (value: Value) => T;
}>;
type Columns<T> = { readonly [K in keyof T]-?: Column<T[K]> };

export const plain = <T extends Value>(name: string): Column<T> => ({
  name,
  toValue: (field) => (typeof field === 'string' ? storable(field) : field),
  fromValue: (value) => value as T,
});

export const flag = (name: string): Column<boolean> => ({
  name,
  toValue: (field) => (field ? 1 : 0),
  fromValue: (value) => value === 1,
});

export const flagOrNull = (name: string): Column<boolean | null> => ({
  name,
  toValue: (field) => (field === null ? null : Number(field)),
  fromValue: (value) => (value === null ? null : value === 1),
});

export const json = <T>(name: string): Column<T> => ({
  name,
  toValue: (field) => JSON.stringify(field),
  fromValue: (value) => JSON.parse(String(value)) as T,
});

export const jsonOrNull = <T>(name: string): Column<T | null> => ({
  name,
  toValue: (field) => (field === null ? null : storable(JSON.stringify(field))),
  fromValue: (value) => (value === null ? null : (JSON.parse(String(value)) as T)),
});

// SQLite cuts text at a NUL when it is read and Postgres refuses it; half a surrogate pair has no UTF-8 form.
export const storable = (text: string): string =>
  UNSTORABLE.test(text) ? text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}').replaceAll('\0', '\u{FFFD}') : text;
const UNSTORABLE = /[\0\p{Surrogate}]/u;

export type Change<T> = Readonly<{ from: T; to: T }>;
export type Update<T> = Readonly<{
  set: readonly (keyof T)[];
  guards: readonly (keyof T)[];
  /** A condition of its own beside the guards. */
  and?: string;
}>;

/** Maps a domain type to its rows and back. A new field does not compile until it has a column. */
export class Table<T> {
  readonly name: string;
  readonly selection: string;
  readonly #key: readonly (keyof T)[];
  readonly #columns: Columns<T>;
  readonly #fields: readonly (keyof T)[];
  readonly #insertSql: string;
  readonly #byKey: string;

  constructor(name: string, key: readonly (keyof T)[], columns: Columns<T>) {
    this.name = name;
    this.#key = key;
    this.#columns = columns;
    this.#fields = Object.keys(columns) as (keyof T)[];
    this.#byKey = `where ${key.map((field) => `${columns[field].name} = ?`).join(' and ')}`;
    const names = this.#fields.map((field) => columns[field].name);
    this.selection = names.map((column) => `${name}.${column}`).join(', ');
    const places = names.map(() => '?').join(', ');
    this.#insertSql = `insert into ${name} (${names.join(', ')}) values (${places}) on conflict do nothing`;
  }

  /** Writes nothing when the row clashes with a unique key; the count of changed rows tells. */
  insert(value: T): Statement {
    return { sql: this.#insertSql, values: this.values(this.#fields, value) };
  }

  /**
   * Sets fields of the row with this key, where every guard still holds what it holds in `from`. The text is
   * made once: to put a long one together costs about as much as to run it.
   */
  updater({ set, guards, and = '' }: Update<T>): (change: Change<T>) => Statement {
    const wheres = [
      ...this.#key.map((field) => `${this.#columns[field].name} = ?`),
      // Null must equal null here; Postgres finds no index by this operator, so the key does not use it.
      ...guards.map((field) => `${this.#columns[field].name} is not distinct from ?`),
      ...(and === '' ? [] : [and]),
    ];
    const sets = set.map((field) => `${this.#columns[field].name} = ?`);
    const sql = `update ${this.name} set ${sets.join(', ')} where ${wheres.join(' and ')}`;
    const where = [...this.#key, ...guards];
    return ({ from, to }) => ({ sql, values: [...this.values(set, to), ...this.values(where, from)] });
  }

  select(rest: string, values: readonly Value[]): Statement {
    return { sql: `select ${this.selection} from ${this.name} ${rest}`, values };
  }

  async list(engine: Engine, rest: string, values: readonly Value[] = []): Promise<readonly T[]> {
    return (await engine.read(this.select(rest, values))).map(this.fromRow);
  }

  /** The first of these rows. */
  async find(engine: Engine, rest: string, values: readonly Value[] = []): Promise<T | undefined> {
    const [row] = await engine.read(this.select(rest, values));
    return row && this.fromRow(row);
  }

  /** The row with this key, its parts in the order of the table's own. */
  findByKey(engine: Engine, ...key: readonly Value[]): Promise<T | undefined> {
    const values = key.map((part) => (typeof part === 'string' ? storable(part) : part));
    return this.find(engine, this.#byKey, values);
  }

  readonly fromRow = (row: Row): T => {
    const value: Partial<T> = {};
    for (const field of this.#fields) {
      const column = this.#columns[field];
      value[field] = column.fromValue(row[column.name] ?? null);
    }
    return value as T;
  };

  private values(fields: readonly (keyof T)[], value: T): Value[] {
    return fields.map((field) => this.#columns[field].toValue(value[field]));
  }
}
