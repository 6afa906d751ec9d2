import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/postgres-database.ts';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';

let database: TestDatabase;
const opened: Store[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await database.drop();
});

async function open(postgresUrl: string): Promise<Store> {
  const store = await openStore({ postgresUrl });
  opened.push(store);
  return store;
}

async function run(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

describe('a server that cannot serve', () => {
  test('does not answer: the fault may be retried and does not tell the password', async () => {
    const url = changed((it) => {
      it.port = '1';
    });
    const fault = await open(url).catch((error) => error);
    expect(fault).toMatchObject({ code: 'store-unreachable', retry: true });
    expect(fault.message).toContain('127.0.0.1:1/');
    expect(`${fault.message} ${fault.hint}`).not.toContain(new URL(url).password);
  });

  test('refuses a wrong password', async () => {
    const url = changed((it) => {
      it.password = 'wrong';
    });
    await expect(open(url)).rejects.toMatchObject({ code: 'store-refused', retry: false });
  });

  test('does not have the database', async () => {
    const url = changed((it) => {
      it.pathname = '/nowhere';
    });
    await expect(open(url)).rejects.toMatchObject({ code: 'store-missing' });
  });

  test('is named by something that is no URL', async () => {
    await expect(open('nonsense with secret')).rejects.toMatchObject({ code: 'store-url-invalid' });
    await expect(open('nonsense with secret')).rejects.not.toThrow(/secret/);
  });

  test('lets us read only', async () => {
    await run(
      `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await expect(open(database.url)).rejects.toMatchObject({ code: 'store-unwritable' });
  });

  test('holds a newer version: both versions are named and nothing is changed', async () => {
    await (await open(database.url)).commit([addSession()]);
    await run('update swarm_meta set schema_version = 99');
    await expect(open(database.url)).rejects.toMatchObject({ code: 'store-too-new' });
    await expect(open(database.url)).rejects.toThrow(/version 99;.*up to \d+$/);
    expect(await run('select schema_version from swarm_meta')).toEqual([{ schema_version: 99 }]);
  });
});

test('ten who open an empty database at once all find it ready', async () => {
  const stores = await Promise.all(Array.from({ length: 10 }, () => open(database.url)));
  const results = await Promise.all(
    stores.map((store, n) => store.commit([addSession(aSession({ id: `s${n}` }))])),
  );
  expect(results).toEqual(Array(10).fill({ saved: true }));
  expect(await run('select count(*)::int as rows from swarm_meta')).toEqual([{ rows: 1 }]);
});

test('of two who take slots under a stricter default isolation, only one gets the last', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await run(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const stores = await Promise.all([open(database.url), open(database.url)]);
  const [first, second] = stores;
  const states = Array.from({ length: 10 }, (_, n) => aSession({ id: `s${n}`, state: 'starting' }));
  const results = await Promise.all(
    states.map((session, n) =>
      (n % 2 ? first : second)?.commit([{ kind: 'take-slot', limit: 1 }, addSession(session)]),
    ),
  );
  expect(results.filter((result) => result?.saved)).toHaveLength(1);
});

test('two who change the same rows in opposite order both end well', async () => {
  await run(`alter database ${new URL(database.url).pathname.slice(1)} set deadlock_timeout = '10ms'`);
  const [first, second] = await Promise.all([open(database.url), open(database.url)]);
  const [a, b] = [aSession({ id: 'a' }), aSession({ id: 'b' })];
  await first.commit([addSession(a), addSession(b)]);
  for (let version = 1; version <= 20; version++) {
    const touch = (session: typeof a) =>
      ({ kind: 'touch-session', session: { ...session, version } }) as const;
    const results = await Promise.all([
      first.commit([touch(a), touch(b)]),
      second.commit([touch(b), touch(a)]),
    ]);
    expect(results.filter(({ saved }) => saved)).toHaveLength(1);
  }
});

test('after the server has cut every connection, the next try that is made succeeds', async () => {
  const store = await open(database.url);
  await store.commit([addSession()]);
  await run(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and datname = current_database()`,
  );
  const find = () => store.findSession(aSession().id);
  const found = await find().catch((fault) => {
    expect(fault).toMatchObject({ code: 'store-unreachable', retry: true });
    return find();
  });
  expect(found).toEqual(aSession());
});
