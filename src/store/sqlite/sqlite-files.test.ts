import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCreator, CreatorProcess } from '../../../tests/store/creator-process.ts';
import { addSession, aSession, aSpec } from '../../../tests/store/rows.ts';
import { openStore } from '../open-store.ts';
import { sqlStore } from '../sql-store.ts';
import { retryWhileBusy } from './busy-retry.ts';
import { openSqliteEngine } from './sqlite-engine.ts';

const NOBODY = 65_534;
const PAGE_BYTES = 4096;
const folder = mkdtempSync(join(tmpdir(), 'swarm-sqlite-'));
let files = 0;
const newFile = () => join(folder, `${++files}.db`);
const open = (sqliteFile: string) => openStore({ sqliteFile });

let creator: string;
beforeAll(async () => {
  chmodSync(folder, 0o755);
  creator = await buildCreator(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file that cannot serve as a store', () => {
  test('of a newer version is refused with both versions, and not a byte of it is changed', async () => {
    const file = newFile();
    const store = await open(file);
    await store.commit([addSession()]);
    await store.close();
    alter(file, 'update swarm_meta set schema_version = 99; pragma wal_checkpoint(truncate)');
    const before = readFileSync(file);

    const fault = await open(file).catch((error) => error);
    expect(fault).toMatchObject({ code: 'store-too-new', hint: expect.stringMatching(/Nothing.*changed/) });
    expect(fault.message).toContain(file);
    expect(fault.message).toMatch(/version 99;.*up to \d+$/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('of text is called corrupt, and kept', async () => {
    const file = newFile();
    writeFileSync(file, 'This is a letter, not a database. '.repeat(100));
    await expect(open(file)).rejects.toMatchObject({ code: 'store-corrupt', retry: false });
    expect(readFileSync(file, 'utf8')).toContain('a letter');
  });

  test('that was cut short is called corrupt', async () => {
    const file = newFile();
    const store = await open(file);
    await store.commit(Array.from({ length: 100 }, (_, n) => addSession(aSession({ id: `s${n}` }))));
    await store.close();
    alter(file, 'pragma wal_checkpoint(truncate)');
    const copy = newFile();
    writeFileSync(copy, readFileSync(file).subarray(0, 3 * PAGE_BYTES));
    const look = async () => (await open(copy)).listLive();
    await expect(look()).rejects.toMatchObject({ code: 'store-corrupt' });
  });

  test('in a folder that is missing, or a folder itself, cannot be written', async () => {
    const missing = join(folder, 'missing', 'swarm.db');
    await expect(open(missing)).rejects.toMatchObject({ code: 'store-unwritable' });
    mkdirSync(join(folder, 'folder.db'));
    await expect(open(join(folder, 'folder.db'))).rejects.toMatchObject({ code: 'store-unwritable' });
  });

  test.each([0o400, 0o444])('of another account, with mode %o, cannot be written', async (mode) => {
    const home = mkdtempSync(join(folder, 'theirs-'));
    const file = join(home, 'swarm.db');
    await (await open(file)).close();
    chmodSync(file, mode);
    chmodSync(home, 0o555);
    const account = process.getuid?.() === 0 ? { uid: NOBODY } : {};
    const child = new CreatorProcess({ program: creator, words: [file, 'x', '1'], ...account });
    await child.ready();
    child.go();
    expect(await child.closed()).toEqual(['store-unwritable']);
    chmodSync(home, 0o755);
  });

  test('on a full disk says so, keeps what was saved, and goes on when there is room', async () => {
    const engine = await openSqliteEngine(newFile());
    const store = sqlStore(engine);
    await store.commit([addSession(aSession({ id: 'a' }))]);
    await engine.read({ sql: 'pragma max_page_count = 1', values: [] });
    const large = [addSession(aSession({ id: 'b' }), aSpec({ prompt: 'x'.repeat(1_000_000) }))];
    await expect(store.commit(large)).rejects.toMatchObject({ code: 'disk-full', retry: true });
    expect(await store.findSession('a')).toBeDefined();
    expect(await store.findSession('b')).toBeUndefined();

    await engine.read({ sql: 'pragma max_page_count = 1000000', values: [] });
    expect(await store.commit(large)).toEqual({ saved: true });
    await store.close();
  });
});

describe('a file that others use', () => {
  test('ten processes that open it new and create at once lose nothing', async () => {
    const file = newFile();
    const children = Array.from(
      { length: 10 },
      (_, n) => new CreatorProcess({ program: creator, words: [file, `p${n}`, '20'] }),
    );
    await Promise.all(children.map((child) => child.ready()));
    for (const child of children) child.go();
    const said = (await Promise.all(children.map((child) => child.closed()))).flat();

    const store = await open(file);
    const { sessions } = await store.listSessions({}, { limit: 1000 });
    expect(said).toHaveLength(200);
    expect(sessions.map(({ id }) => id).toSorted()).toEqual(said.toSorted());
    expect(await store.lastJournalSeq()).toBe(200);
    await store.close();
  });

  test('what a process was told is saved outlives its death by SIGKILL', async () => {
    const file = newFile();
    const child = new CreatorProcess({ program: creator, words: [file, 'p', '100000'] });
    await child.ready();
    child.go();
    await child.heard(50);
    child.kill();
    const said = await child.closed();

    const store = await open(file);
    const tally = await store.countSessions({});
    expect(tally.created).toBeGreaterThanOrEqual(said.length);
    expect(tally.created).toBeLessThanOrEqual(said.length + 1);
    expect(await store.lastJournalSeq()).toBe(tally.created);
    await store.close();
  });

  test('waiting for their lock does not hold up the event loop', async () => {
    const file = newFile();
    const store = await open(file);
    const holder = new DatabaseSync(file);
    holder.exec('begin immediate');
    const committed = store.commit([addSession()]);
    // Would a try block for seconds, these turns of the loop would outlast the test.
    for (let turns = 0; turns < 20; turns++) await pause(1);
    holder.exec('commit');
    holder.close();
    expect(await committed).toEqual({ saved: true });
    await store.close();
  });

  test('reads go on while another process writes', async () => {
    const file = newFile();
    const store = await open(file);
    await store.commit([addSession()]);
    const holder = new DatabaseSync(file);
    holder.exec(`begin immediate; update session set state = 'killed'`);
    expect((await store.findSession(aSession().id))?.state).toBe('created');
    holder.exec('rollback');
    holder.close();
    await store.close();
  });

  test('a process that takes a slot waits for the one that writes, and counts what it wrote', async () => {
    const file = newFile();
    const store = await open(file);
    await store.commit([addSession()]);
    const holder = new DatabaseSync(file);
    holder.exec(`begin immediate; update session set state = 'working'`);
    const taken = store.commit([{ kind: 'take-slot', limit: 1 }]);
    await pause(30);
    holder.exec('commit');
    holder.close();
    expect(await taken).toEqual({ saved: false, why: 'no-slot' });
    await store.close();
  });

  test('waiting ends with a fault that may be retried', async () => {
    const holder = new DatabaseSync(newFile());
    holder.exec('create table t (a); begin immediate');
    const second = new DatabaseSync(holder.location() ?? '', { timeout: 0 });
    const waiting = retryWhileBusy('the file', () => second.exec('begin immediate'), 20);
    await expect(waiting).rejects.toMatchObject({ code: 'store-busy', retry: true });
    second.close();
    holder.close();
  });
});

test('commits survive a power cut: each one is synced, through a write-ahead log', async () => {
  const engine = await openSqliteEngine(newFile());
  const pragma = async (name: string) =>
    Object.values((await engine.read({ sql: `pragma ${name}`, values: [] }))[0] ?? {});
  expect(await pragma('journal_mode')).toEqual(['wal']);
  expect(await pragma('synchronous')).toEqual([2]);
  expect(await pragma('foreign_keys')).toEqual([1]);
  await engine.close();
});

test('closing twice is closing once', async () => {
  const store = await open(newFile());
  await store.close();
  await store.close();
});

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
