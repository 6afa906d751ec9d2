import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/postgres-database.ts';
import { openStore } from '../open-store.ts';
import { TYPES as POSTGRES } from '../postgres/postgres-engine.ts';
import { TYPES as SQLITE } from '../sqlite/sqlite-engine.ts';
import type { Store } from '../store.ts';
import { firstTables } from './0001-first-tables.ts';
import { accountTable } from './0002-account-table.ts';
import type { ColumnTypes } from './migration.ts';

const folder = mkdtempSync(join(tmpdir(), 'swarm-typed-'));
afterAll(() => rmSync(folder, { recursive: true }));

type OldQuestion = Readonly<{
  kind: string;
  of?: 'run' | 'loop';
  request?: string;
  asking?: string;
  input?: string;
}>;

// As the version before wrote them.
const OLD: readonly OldQuestion[] = [
  { kind: 'permission', request: 'r"1', input: '{"a":"b"}' },
  { kind: 'permission', request: 'r2' },
  { kind: 'interrupt', request: 'r3', input: '{"questions":[]}' },
  { kind: 'interrupt', asking: "s/1/it's.json" },
  { kind: 'interrupt' },
  { kind: 'interrupt', input: '{"lifetimeMs":60000}' },
  { kind: 'interrupt', of: 'loop' },
  { kind: 'escalation', input: '["trust","welcome"]' },
  { kind: 'escalation' },
  { kind: 'escalation', of: 'run' },
  { kind: 'approval', of: 'run' },
  { kind: 'login', input: '{"login":"Claude Code"}' },
  { kind: 'budget', input: '{"account":"day:1","unit":"tokens"}' },
  { kind: 'budget' },
  { kind: 'gate', input: '{"command":"npm test","output":"not found"}' },
  { kind: 'loop', of: 'loop' },
];

const quote = (text: string | undefined): string =>
  text === undefined ? 'null' : `'${text.replaceAll("'", "''")}'`;

const rowOf = ({ kind, of, request, asking, input }: OldQuestion, index: number): string =>
  `(${[
    quote(`q${String(index).padStart(2, '0')}`),
    of === undefined ? `'s'` : 'null',
    of === 'run' ? `'r'` : 'null',
    '3',
    quote(kind),
    `'why "so"?\nMore.'`,
    `'[]'`,
    `'open'`,
    quote(asking),
    quote(request),
    quote(input),
    '1',
  ].join(', ')})`;

const versionTwo = (types: ColumnTypes): readonly string[] => [
  ...firstTables(types),
  ...accountTable(),
  'create table swarm_meta (schema_version integer not null)',
  'insert into swarm_meta (schema_version) values (2)',
  `insert into question (id, session_id, run_id, attempt, kind, text, options, state, asking_key,
     request_id, input, asked_at) values ${OLD.map(rowOf).join(', ')}`,
];

async function convertedIn(store: Store): Promise<string> {
  const questions = await store.listQuestions({});
  await store.close();
  return questions.map(({ kind, payload }) => `${kind} ${JSON.stringify(payload)}`).join('\n');
}

test('questions of the version before are told apart by their kind, on either engine', async () => {
  const sqliteFile = join(folder, 'swarm.db');
  const file = new DatabaseSync(sqliteFile, { enableForeignKeyConstraints: false });
  for (const statement of versionTwo(SQLITE)) file.exec(statement);
  file.close();
  const converted = await convertedIn(await openStore({ sqliteFile }));
  expect(converted).toMatchInlineSnapshot(`
    "permission {"requestId":"r\\"1","input":"{\\"a\\":\\"b\\"}"}
    permission {"requestId":"r2","input":null}
    dialog {"requestId":"r3","input":"{\\"questions\\":[]}","questions":[]}
    ask {"key":"s/1/it's.json"}
    interrupt {}
    time {"lifetimeMs":60000}
    loop-interrupt {}
    start {"codes":["trust","welcome"]}
    red-gate {}
    run {"number":3}
    merge {}
    login {"login":"Claude Code","why":"why \\"so\\"?\\nMore."}
    budget {"account":"day:1","unit":"tokens","why":"why \\"so\\"?\\nMore.","over":0}
    process-budget {"why":"why \\"so\\"?\\nMore."}
    gate {"command":"npm test","output":"not found"}
    loop {}"
  `);

  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  // Only the questions are here, without the sessions that asked them.
  await client.query('set session_replication_role = replica');
  for (const statement of versionTwo(POSTGRES)) await client.query(statement);
  await client.end();
  expect(await convertedIn(await openStore({ postgresUrl: database.url }))).toBe(converted);
  await database.drop();
});
