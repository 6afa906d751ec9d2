import { Client } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/postgres-database.ts';
import { EMPTY_ALL_TABLES } from '../../tests/store/empty-tables.ts';
import type { Pair } from './conformance/pair.conformance.ts';
import { describeStore } from './conformance/store.conformance.ts';
import { openStore } from './open-store.ts';

describe('on Postgres', () => {
  let database: TestDatabase;
  let client: Client;
  let pair: Pair;

  beforeAll(async () => {
    database = await createTestDatabase();
    const location = { postgresUrl: database.url };
    pair = { store: await openStore(location), other: await openStore(location) };
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await pair.store.close();
    await pair.other.close();
    await client.end();
    await database.drop();
  });

  describeStore({
    hasColumns: true,
    open: async () => {
      await client.query(EMPTY_ALL_TABLES);
      return pair;
    },
    close: async () => {},
  });
});
