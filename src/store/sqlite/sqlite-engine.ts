import { existsSync, lstatSync, statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { Fault } from '../../domain/fault.ts';
import type { CommitResult } from '../commit-result.ts';
import type { Engine } from '../engine.ts';
import {
  assertKnownVersion,
  type ColumnTypes,
  migrationsFrom,
  SCHEMA_VERSION,
} from '../migrations/migration.ts';
import type { Answer, Instruction, Program, Row, Statement } from '../program.ts';
import { retryWhileBusy } from './busy-retry.ts';
import { ensureCopyBefore } from './copies.ts';

export const TYPES: ColumnTypes = {
  id: 'text',
  integer: 'integer',
  real: 'real',
  serial: 'integer primary key autoincrement',
  strict: 'strict',
  firstLine: (expression) => `substr(${expression}, 1, instr(${expression} || char(10), char(10)) - 1)`,
  jsonText: (expression) => `json_quote(${expression})`,
  // Words come ready for the index: beyond blanks, nothing is left to be split.
  wordTable: (name) => [
    `create virtual table ${name} using fts5 (
      words, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
    )`,
  ],
};
// How long one try may block the event loop before it goes back to waiting without blocking.
const BUSY_TIMEOUT_MS = 10;
const MAX_CACHED_STATEMENTS = 256;
/** What SQLite adds to the name of the file. */
const BESIDE = ['-journal', '-wal', '-shm'];
const MOST_IDS = 2 ** 31 - 2;

/** Opens the file, made and migrated if need be. Throws a fault that says what is wrong with it otherwise. */
export async function openSqliteEngine(file: string): Promise<Engine> {
  assertFile(file);
  const database = await retryWhileBusy(file, () => connect(file));
  try {
    await retryWhileBusy(file, () => prepareFile(database, file));
  } catch (error) {
    database.close();
    throw error;
  }
  return new SqliteEngine(database, file);
}

/** SQLite calls a pipe a broken disk, and waits for one beside the file. What it says of a folder is so. */
function assertFile(file: string): void {
  // A link that leads to itself, or nowhere, cannot be looked through.
  const seen = existsSync(file) ? statSync(file) : lstatSync(file, { throwIfNoEntry: false });
  if (seen !== undefined && !seen.isFile() && !seen.isDirectory())
    throw new Fault('store-odd', `${file} is no plain file, and should be the database of this project`, {
      hint: 'Move it away; "swarm doctor" names the newest copy, which can take its place',
    });
  const odd = BESIDE.map((end) => `${file}${end}`).find((path) => isOdd(path));
  if (odd === undefined) return;
  throw new Fault('store-odd', `${odd} is no plain file, and stands where SQLite keeps what it writes`, {
    hint: 'Move it away; the database is left as it is',
  });
}

const isOdd = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;

const connect = (file: string): DatabaseSyncInstance =>
  new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });

function prepareFile(database: DatabaseSyncInstance, file: string): void {
  const version = readVersion(database);
  assertKnownVersion(version, file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  if (version === SCHEMA_VERSION) return;
  if (version > 0) ensureCopyBefore(database, file, version);
  migrate(database, file);
}

function readVersion(database: DatabaseSyncInstance): number {
  const hasMeta = database
    .prepare(`select 1 from sqlite_master where type = 'table' and name = 'swarm_meta'`)
    .get();
  if (!hasMeta) return 0;
  return Number(database.prepare('select schema_version from swarm_meta').get()?.schema_version);
}

// Of several processes that open a new file, one gets here first; the others find the work done.
function migrate(database: DatabaseSyncInstance, file: string): void {
  database.exec('begin immediate');
  try {
    const version = readVersion(database);
    assertKnownVersion(version, file);
    for (const statement of migrationsFrom(version, TYPES)) database.exec(statement);
    // By this number, copies of a store are told from those of another that was in its place.
    if (version === 0) database.exec(`pragma user_version = ${1 + Math.floor(Math.random() * MOST_IDS)}`);
    database.exec('commit');
  } finally {
    if (database.isTransaction) database.exec('rollback');
  }
}

class SqliteEngine implements Engine {
  readonly fullText = {
    matches: (table: string) => `${table} match ?`,
    query: (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' '),
  };
  readonly #database: DatabaseSyncInstance;
  readonly #file: string;
  readonly #statements = new Map<string, StatementSyncInstance>();

  constructor(database: DatabaseSyncInstance, file: string) {
    this.#database = database;
    this.#file = file;
  }

  read({ sql, values }: Statement): Promise<readonly Row[]> {
    return retryWhileBusy(this.#file, () => this.#prepared(sql).all(...values));
  }

  commit(program: () => Program<CommitResult>): Promise<CommitResult> {
    return retryWhileBusy(this.#file, () => this.#transact(program()));
  }

  // Without the file beside it the store would be what it was long ago.
  async settle(): Promise<void> {
    await retryWhileBusy(this.#file, () => this.#database.exec('pragma wal_checkpoint(truncate)'));
  }

  // Cached statements are freed with the garbage, and only then does the file lose its last user.
  async close(): Promise<void> {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  // From begin to end without a pause: other reads of this connection would see what is not committed yet.
  #transact(program: Program<CommitResult>): CommitResult {
    this.#prepared('begin immediate').run();
    try {
      const result = this.#play(program);
      this.#prepared(result.saved ? 'commit' : 'rollback').run();
      return result;
    } finally {
      if (this.#database.isTransaction) this.#database.exec('rollback');
    }
  }

  #play<T>(program: Program<T>): T {
    let turn = program.next();
    while (!turn.done) turn = program.next(this.#perform(turn.value));
    return turn.value;
  }

  #perform(instruction: Instruction): Answer {
    switch (instruction.do) {
      case 'read':
      case 'take':
        return {
          rows: this.#prepared(instruction.statement.sql).all(...instruction.statement.values),
          changed: 0,
        };
      case 'write':
        return {
          rows: [],
          changed: this.#prepared(instruction.statement.sql).run(...instruction.statement.values).changes,
        };
      case 'lock':
        // `begin immediate` has already shut out every other writer.
        return { rows: [], changed: 0 };
    }
  }

  #prepared(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
