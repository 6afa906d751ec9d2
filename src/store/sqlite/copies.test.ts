import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, expect, test } from 'vitest';
import { addSession, aSession } from '../../../tests/store/rows.ts';
import { versionOne } from '../../../tests/store/version-one.ts';
import { openStore } from '../open-store.ts';
import { ensureDailyCopy, listCopies } from './copies.ts';
import { TYPES } from './sqlite-engine.ts';

const DAY = 86_400_000;
const T0 = Date.parse('2026-03-01T12:00:00Z');
const base = mkdtempSync(join(tmpdir(), 'swarm-copies-'));
afterAll(() => rmSync(base, { recursive: true }));

let projects = 0;
function newFile(): string {
  const folder = join(base, String(++projects));
  mkdirSync(folder);
  return join(folder, 'swarm.db');
}
const namesOf = (file: string): string[] => readdirSync(join(file, '..', 'backups')).sort();

async function begin(file: string, id: string): Promise<void> {
  const store = await openStore({ sqliteFile: file });
  await store.commit([addSession(aSession({ id }))]);
  await store.close();
}

test('a copy made while another process writes holds all that was committed', async () => {
  const file = newFile();
  const store = await openStore({ sqliteFile: file });
  await store.commit([addSession(aSession({ id: 'a' }))]);
  const writer = new DatabaseSync(file);
  writer.exec('begin immediate');
  await ensureDailyCopy(file, T0);
  writer.exec('rollback');
  writer.close();
  await store.close();

  const [copy] = listCopies(file);
  const brought = newFile();
  copyFileSync(copy?.file ?? '', brought);
  const back = await openStore({ sqliteFile: brought });
  expect(await back.findSession('a')).toBeDefined();
  await back.close();
  expect(statSync(copy?.file ?? '').mode & 0o777).toBe(0o600);
});

test('there is one copy a day, and three are kept', async () => {
  const file = newFile();
  await begin(file, 'a');
  for (let day = 0; day < 5; day++) {
    await ensureDailyCopy(file, T0 + day * DAY);
    await ensureDailyCopy(file, T0 + day * DAY + 1);
  }
  expect(namesOf(file).map((name) => name.slice(0, 10))).toEqual(['2026-03-03', '2026-03-04', '2026-03-05']);
});

test('a new store in the place of a lost one pushes no copy of the lost one out', async () => {
  const file = newFile();
  await begin(file, 'lost');
  await ensureDailyCopy(file, T0);
  const before = namesOf(file);
  for (const name of readdirSync(join(file, '..'))) if (name !== 'backups') rmSync(join(file, '..', name));
  await begin(file, 'new');
  for (let day = 1; day < 9; day++) await ensureDailyCopy(file, T0 + day * DAY);
  expect(namesOf(file)).toHaveLength(4);
  expect(namesOf(file)).toEqual(expect.arrayContaining(before));
});

test('a file that is none of the copies is neither listed nor removed', async () => {
  const file = newFile();
  await begin(file, 'a');
  mkdirSync(join(file, '..', 'backups'));
  writeFileSync(join(file, '..', 'backups', 'mine.db'), 'a note');
  for (let day = 0; day < 5; day++) await ensureDailyCopy(file, T0 + day * DAY);
  expect(namesOf(file)).toContain('mine.db');
  expect(listCopies(file)).toHaveLength(3);
});

test('before its tables change, the store is copied as it was', async () => {
  const file = newFile();
  const old = new DatabaseSync(file);
  for (const statement of versionOne(TYPES)) old.exec(statement);
  old.close();
  await (await openStore({ sqliteFile: file })).close();
  expect(namesOf(file)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-0-schema-1\.db$/)]);
  const copy = new DatabaseSync(listCopies(file)[0]?.file ?? '', { readOnly: true });
  expect(copy.prepare('select schema_version from swarm_meta').get()).toEqual({ schema_version: 1 });
  expect(copy.prepare('select count(*) as rows from session').get()).toMatchObject({ rows: 2 });
  copy.close();
});

test('a store that cannot be read costs no copy that is there', async () => {
  const file = newFile();
  await begin(file, 'a');
  await ensureDailyCopy(file, T0);
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, 'This is a letter, not a database. '.repeat(100));
  await expect(ensureDailyCopy(file, T0 + DAY)).rejects.toMatchObject({ code: 'store-corrupt' });
  expect(namesOf(file)).toHaveLength(1);
});
