import type { Engine } from './engine.ts';
import type { Row, Statement, Value } from './program.ts';

/** How one field of a domain type is kept in a column. */
export type Column<T> = Readonly<{
  name: string;
  toValue: (field: T) => Value;
  fromValue: (value: Value) => T;
}>;
type Columns<T> = { readonly [K in keyof T]-?: Column<T[K]> };

// There are hundreds of columns: those of a sort share their functions.
const toPlain = <T extends Value>(field: T): Value => (typeof field === 'string' ? storable(field) : field);
const fromPlain = <T extends Value>(value: Value): T => value as T;

export const plain = <T extends Value>(name: string): Column<T> => ({
  name,
  toValue: toPlain,
  fromValue: fromPlain,
});

const toFlag = (field: boolean): Value => (field ? 1 : 0);
const fromFlag = (value: Value): boolean => value === 1;

export const flag = (name: string): Column<boolean> => ({ name, toValue: toFlag, fromValue: fromFlag });

/** For a column that may not be empty, and a number that is never 0. */
export const zeroForNull = (name: string): Column<number | null> => ({
  name,
  toValue: (field) => field ?? 0,
  fromValue: (value) => (value === 0 ? null : Number(value)),
});

export const flagOrNull = (name: string): Column<boolean | null> => ({
  name,
  toValue: (field) => (field === null ? null : Number(field)),
  fromValue: (value) => (value === null ? null : value === 1),
});

const toJson = (field: unknown): Value => JSON.stringify(field);
const fromJson = <T>(value: Value): T => JSON.parse(String(value)) as T;

export const json = <T>(name: string): Column<T> => ({ name, toValue: toJson, fromValue: fromJson });

/** Of a value that is large and read again and again, the same text is parsed once. */
const PARSED_MOST = 8;

/** For such values. All who read get the same one, so nothing may change it. */
export function jsonParsedOnce<T>(name: string): Column<T> {
  const parsed = new Map<string, T>();
  const fromValue = (value: Value): T => {
    const text = String(value);
    const found = parsed.get(text) ?? fromJson<T>(text);
    parsed.delete(text);
    parsed.set(text, found);
    const [oldest] = parsed.keys();
    if (parsed.size > PARSED_MOST && oldest !== undefined) parsed.delete(oldest);
    return found;
  };
  return { name, toValue: toJson, fromValue };
}

const toJsonOrNull = (field: unknown): Value => (field === null ? null : storable(JSON.stringify(field)));
const fromJsonOrNull = <T>(value: Value): T | null =>
  value === null ? null : (JSON.parse(String(value)) as T);

export const jsonOrNull = <T>(name: string): Column<T | null> => ({
  name,
  toValue: toJsonOrNull,
  fromValue: fromJsonOrNull,
});

// SQLite cuts text at a NUL when it is read and Postgres refuses it; half a surrogate pair has no UTF-8 form.
export const storable = (text: string): string =>
  UNSTORABLE.test(text) ? text.replaceAll(HALVES, '\u{FFFD}').replaceAll('\0', '\u{FFFD}') : text;
// Numbers and no names of properties: to look those up takes a part of each start.
const HALVES = /[\ud800-\udfff]/gu;
const UNSTORABLE = /[\0\ud800-\udfff]/u;

export type Change<T> = Readonly<{ from: T; to: T }>;
export type Update<T> = Readonly<{
  set: readonly (keyof T)[];
  guards: readonly (keyof T)[];
  /** A condition of its own beside the guards. */
  and?: string;
}>;

type Described<T> = Readonly<{ columns: Columns<T>; fields: readonly (keyof T)[] }>;
type Texts = Readonly<{ selection: string; insertSql: string; byKey: string }>;

/**
 * Maps a domain type to its rows and back. A new field does not compile until it has a column. Columns and
 * texts are made by their first use, and once: a command needs those of a few tables.
 */
export class Table<T> {
  readonly name: string;
  readonly #key: readonly (keyof T)[];
  readonly #describe: () => Columns<T>;
  #described: Described<T> | null = null;
  #known: Texts | null = null;

  constructor(name: string, key: readonly (keyof T)[], describe: () => Columns<T>) {
    this.name = name;
    this.#key = key;
    this.#describe = describe;
  }

  #shape(): Described<T> {
    if (this.#described) return this.#described;
    const columns = this.#describe();
    this.#described = { columns, fields: Object.keys(columns) as (keyof T)[] };
    return this.#described;
  }

  #nameOf = (field: keyof T): string => this.#shape().columns[field].name;

  get selection(): string {
    return this.#texts().selection;
  }

  #texts(): Texts {
    this.#known ??= this.#word();
    return this.#known;
  }

  #word(): Texts {
    const names = this.#shape().fields.map(this.#nameOf);
    const marks = names.map(() => '?').join(', ');
    const keys = this.#key.map((field) => `${this.#nameOf(field)} = ?`);
    return {
      selection: names.map((column) => `${this.name}.${column}`).join(', '),
      insertSql: `insert into ${this.name} (${names.join(', ')}) values (${marks}) on conflict do nothing`,
      byKey: `where ${keys.join(' and ')}`,
    };
  }

  /** Writes nothing when the row clashes with a unique key; the count of changed rows tells. */
  insert(value: T): Statement {
    return { sql: this.#texts().insertSql, values: this.values(this.#shape().fields, value) };
  }

  /**
   * Sets fields of the row with this key, where every guard still holds what it holds in `from`. The text is
   * made once: to put a long one together costs about as much as to run it.
   */
  updater({ set, guards, and = '' }: Update<T>): (change: Change<T>) => Statement {
    const where = [...this.#key, ...guards];
    let sql: string | null = null;
    return ({ from, to }) => {
      sql ??= this.#wordUpdate({ set, guards, and });
      return { sql, values: [...this.values(set, to), ...this.values(where, from)] };
    };
  }

  #wordUpdate({ set, guards, and }: Required<Update<T>>): string {
    const wheres = [
      ...this.#key.map((field) => `${this.#nameOf(field)} = ?`),
      // Null must equal null here; Postgres finds no index by this operator, so the key does not use it.
      ...guards.map((field) => `${this.#nameOf(field)} is not distinct from ?`),
      ...(and === '' ? [] : [and]),
    ];
    const sets = set.map((field) => `${this.#nameOf(field)} = ?`);
    return `update ${this.name} set ${sets.join(', ')} where ${wheres.join(' and ')}`;
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
    return this.find(engine, this.#texts().byKey, values);
  }

  readonly fromRow = (row: Row): T => {
    const value: Partial<T> = {};
    const { columns, fields } = this.#shape();
    for (const field of fields) {
      const column = columns[field];
      value[field] = column.fromValue(row[column.name] ?? null);
    }
    return value as T;
  };

  private values(fields: readonly (keyof T)[], value: T): Value[] {
    const { columns } = this.#shape();
    return fields.map((field) => columns[field].toValue(value[field]));
  }
}
