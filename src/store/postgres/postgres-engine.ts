import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type PoolClient, types } from 'pg';
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
import { COMMIT_AND_TELL } from './change-listener.ts';
import { isConflict, toFault } from './postgres-fault.ts';

export const TYPES: ColumnTypes = {
  id: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
  serial: 'bigint generated always as identity primary key',
  strict: '',
  firstLine: (expression) => `split_part(${expression}, chr(10), 1)`,
  jsonText: (expression) => `coalesce(to_json(${expression})::text, 'null')`,
  wordTable: (name) => [
    `create table ${name} (
      rowid bigint primary key, words text not null,
      found_by tsvector not null
        generated always as (array_to_tsvector(array_remove(string_to_array(words, ' '), ''))) stored
    )`,
    `create index ${name}_found_by on ${name} using gin (found_by)`,
  ],
};
const MAX_CONNECTIONS = 4;
const CONNECT_LIMIT_MS = 10_000;
const LOCK_LIMIT_MS = 30_000;
const CONFLICT_TRIES = 10;
const CONFLICT_PAUSE_MS = 10;
const MAX_KEPT_STATEMENTS = 256;
const INT8 = 20;
// Any number serves, as long as no other program uses it in the same database.
const MIGRATION_LOCK = 7_927_001;

/** Opens the database, with its tables made and migrated if need be. */
export async function openPostgresEngine(url: string): Promise<Engine> {
  const engine = new PostgresEngine(url);
  try {
    await engine.migrate();
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

type Numbered = Readonly<{ text: string; name?: string }>;

class PostgresEngine implements Engine {
  readonly fullText = {
    matches: (table: string) => `${table}.found_by @@ ?::tsquery`,
    query: (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & '),
  };
  readonly #pool: Pool;
  readonly #address: string;
  readonly #numberedBySql = new Map<string, Numbered>();

  constructor(url: string) {
    this.#address = addressOf(url);
    this.#pool = new Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      lock_timeout: LOCK_LIMIT_MS,
      types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)) },
    });
    // A connection that breaks while idle leaves the pool; the next query gets a new one.
    this.#pool.on('error', () => {});
  }

  async migrate(): Promise<void> {
    const version = await this.#withClient((client) => this.#readVersion(client));
    assertKnownVersion(version, this.#address);
    if (version < SCHEMA_VERSION) await this.#withClient((client) => this.#migrateAlone(client));
  }

  read(statement: Statement): Promise<readonly Row[]> {
    return this.#withClient(async (client) => (await this.#query(client, statement)).rows);
  }

  async commit(program: () => Program<CommitResult>): Promise<CommitResult> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#withClient((client) => this.#transact(client, program()));
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (tries === CONFLICT_TRIES) throw toFault(error, this.#address);
      }
      await pause(CONFLICT_PAUSE_MS * tries * Math.random());
    }
  }

  async settle(): Promise<void> {}

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }

  async #transact(client: PoolClient, program: Program<CommitResult>): Promise<CommitResult> {
    // Whatever the server's default is: only here does each statement see what was committed before it.
    await this.#order(client, 'begin isolation level read committed');
    let turn = program.next();
    while (!turn.done) turn = program.next(await this.#perform(client, turn.value));
    await this.#order(client, turn.value.saved ? COMMIT_AND_TELL : 'rollback');
    return turn.value;
  }

  #perform(client: PoolClient, instruction: Instruction): Promise<Answer> {
    if (instruction.do === 'take') {
      const { statement, table } = instruction;
      const sql = `${statement.sql} for update of ${table} skip locked`;
      return this.#query(client, { ...statement, sql });
    }
    if (instruction.do !== 'lock') return this.#query(client, instruction.statement);
    const sql = 'select name from guard where name = ? for update';
    return this.#query(client, { sql, values: [instruction.guard] });
  }

  async #migrateAlone(client: PoolClient): Promise<void> {
    await this.#order(client, 'begin isolation level read committed');
    await this.#order(client, `select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const version = await this.#readVersion(client);
    assertKnownVersion(version, this.#address);
    for (const statement of migrationsFrom(version, TYPES)) await this.#order(client, statement);
    await this.#order(client, 'commit');
  }

  async #readVersion(client: PoolClient): Promise<number> {
    // A scan of the catalogue: name look-ups such as to_regclass answer from a cache that may lag behind.
    const tables = `select 1 from pg_tables where schemaname = current_schema() and tablename = 'swarm_meta'`;
    if ((await this.#order(client, tables)).length === 0) return 0;
    const [row] = await this.#order(client, 'select schema_version from swarm_meta');
    return Number(row?.schema_version);
  }

  /** A client that failed inside is thrown away, and with it whatever its transaction had done. */
  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let isSound = false;
    try {
      const result = await work(client);
      isSound = true;
      return result;
    } finally {
      client.release(!isSound);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toFault(error, this.#address);
    }
  }

  async #query(client: PoolClient, { sql, values }: Statement): Promise<Answer> {
    try {
      const { rows, rowCount } = await client.query<Row>({ ...this.#numbered(sql), values: [...values] });
      return { rows, changed: rowCount ?? 0 };
    } catch (error) {
      throw isConflict(error) ? error : toFault(error, this.#address);
    }
  }

  async #order(client: PoolClient, sql: string): Promise<readonly Row[]> {
    try {
      return (await client.query<Row>(sql)).rows;
    } catch (error) {
      throw isConflict(error) ? error : toFault(error, this.#address);
    }
  }

  #numbered(sql: string): Numbered {
    const known = this.#numberedBySql.get(sql);
    if (known) return known;
    let count = 0;
    const text = sql.replaceAll('?', () => `$${++count}`);
    // A name makes the server keep the plan for the connection's life.
    if (this.#numberedBySql.size >= MAX_KEPT_STATEMENTS) return { text };
    const numbered = { text, name: `swarm-${this.#numberedBySql.size}` };
    this.#numberedBySql.set(sql, numbered);
    return numbered;
  }
}

/** Where the database is, without the password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) {
    const hint = 'It should look like postgres://user:password@host:5432/database.';
    throw new Fault('store-url-invalid', 'the store URL cannot be read', { hint });
  }
  const { host, pathname } = new URL(url);
  return `the database ${host}${pathname}`;
}
