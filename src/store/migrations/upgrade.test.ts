import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/postgres-database.ts';
import { aNote, aTurn } from '../../../tests/store/rows.ts';
import { versionOne } from '../../../tests/store/version-one.ts';
import { openStore, type StoreLocation } from '../open-store.ts';
import { TYPES as POSTGRES } from '../postgres/postgres-engine.ts';
import { TYPES as SQLITE } from '../sqlite/sqlite-engine.ts';
import type { Store } from '../store.ts';
import { SCHEMA_VERSION } from './migration.ts';

const folder = mkdtempSync(join(tmpdir(), 'swarm-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Row = Readonly<Record<string, unknown>>;
type Opened = Readonly<{
  location: StoreLocation;
  ask: (sql: string) => Promise<readonly Row[]>;
  drop: () => Promise<void>;
}>;
let files = 0;

async function oldSqlite(): Promise<Opened> {
  const sqliteFile = join(folder, `${++files}.db`);
  const ask = async (sql: string): Promise<readonly Row[]> => {
    const database = new DatabaseSync(sqliteFile);
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };
  const database = new DatabaseSync(sqliteFile);
  for (const statement of versionOne(SQLITE)) database.exec(statement);
  database.close();
  return { location: { sqliteFile }, ask, drop: async () => {} };
}

async function oldPostgres(): Promise<Opened> {
  const { url, drop } = await createTestDatabase();
  const ask = async (sql: string): Promise<readonly Row[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(versionOne(POSTGRES).join(';'));
  return { location: { postgresUrl: url }, ask, drop };
}

const versionOf = async ({ ask }: Opened): Promise<number> =>
  Number((await ask('select schema_version from swarm_meta'))[0]?.schema_version);

async function readAll(store: Store): Promise<unknown> {
  return {
    live: (await store.listLive()).map(({ id, state, version, tags }) => [id, state, version, tags]),
    queued: (await store.listLiveBriefly()).filter(({ hasQueued }) => hasQueued).map(({ id }) => id),
    titles: (await store.listLive()).map(({ title }) => title),
    tally: await store.countSessions({}),
    spec: (await store.findSpec('s1'))?.budgetUsd,
    accounts: await store.listAccounts(['session:s1']),
    attempt: (await store.findAttempt('s1', 1))?.reservedMicroUsd,
    turns: (await store.listTurns('s1')).map(({ id, state }) => [id, state]),
    run: [(await store.findRun('r1'))?.stage, (await store.findRunMemory('r1'))?.definition],
    errors: (await store.listRunErrors('r1')).length,
    questions: (await store.listQuestions({ state: 'open' })).map(({ id, text }) => [id, text]),
    messages: (await store.listMessages({})).map(({ id, body }) => [id, body]),
    deliveries: (await store.listDeliveries({ runId: 'r1' })).length,
    intake: await store.findIntake('s1/1/0001.json'),
    notifications: (await store.listNotifications({})).map(({ id, state }) => [id, state]),
    workspaces: (await store.listWorkspaces()).map(({ path }) => path),
    ready: (await store.findReadyWork({}, 5_000))?.id,
    loops: (await store.listLoops({ isLive: true })).map(({ id, state }) => [id, state]),
    schedules: (await store.listSchedules({ isLive: true })).map(({ id, work }) => [id, work]),
    pause: await store.findPause(),
    journal: (await store.listJournal({ after: 0, limit: 10 })).map(({ event }) => event),
  };
}

describe.each([
  ['SQLite', oldSqlite],
  ['Postgres', oldPostgres],
])('a store of the first version, on %s', (_, begin) => {
  test('is upgraded when it is opened, and every row is still there', async () => {
    const old = await begin();
    const store = await openStore(old.location);
    expect(await readAll(store)).toMatchSnapshot('as today reads it');
    expect(await versionOf(old)).toBe(SCHEMA_VERSION);

    const turn = aTurn({ id: 't3', sessionId: 's1', number: 2 });
    expect(await store.commit([{ kind: 'add-turn', turn, journal: aNote() }])).toEqual({ saved: true });
    await store.close();
    await old.drop();
  });

  test('is what it was when its upgrade ends in the middle, and is upgraded by the next try', async () => {
    const old = await begin();
    // The last migration finds its name taken, after all others have done their work.
    await old.ask('alter table work_item add column claimed_at integer');
    await expect(openStore(old.location)).rejects.toThrow();
    expect(await versionOf(old)).toBe(1);
    expect(await old.ask('select held_tokens from purse')).toHaveLength(2);

    await old.ask('alter table work_item drop column claimed_at');
    const store = await openStore(old.location);
    expect(await versionOf(old)).toBe(SCHEMA_VERSION);
    expect(await store.listLive()).toHaveLength(2);
    await store.close();
    await old.drop();
  });
});
