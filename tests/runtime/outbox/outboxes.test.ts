import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Outboxes, OutboxPost } from '../../../src/runtime/outbox/outboxes.ts';
import { realOutboxes } from '../../../src/runtime/outbox/real-outboxes.ts';

let base: string;
let outbox: string;
let outboxes: Outboxes;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-outbox-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  outbox = join(base, 'sessions', 's1', 'attempts', '1', 'outbox');
  mkdirSync(outbox, { recursive: true });
  outboxes = open();
});

const open = (): Outboxes =>
  realOutboxes({ sessionsDir: join(base, 'sessions'), runsDir: join(base, 'runs'), now: Date.now });
const list = () => outboxes.listOfSession('s1');
const put = (name: string, text: string) => {
  writeFileSync(join(outbox, `.${name}`), text);
  renameSync(join(outbox, `.${name}`), join(outbox, name));
};

async function only(): Promise<OutboxPost> {
  const [post, ...others] = await list();
  if (!post || others.length > 0) throw new Error(`${others.length + (post ? 1 : 0)} posts`);
  return post;
}

const problemIn = (name: string) => JSON.parse(readFileSync(join(outbox, name), 'utf8')) as object;

test('a message is listed until it is finished, whatever happens to its file meanwhile', async () => {
  put('a.json', '{"n":1}');
  const post = await only();
  expect(post).toMatchObject({ name: 'a.json', attempt: 1, role: null, text: '{"n":1}', onceKey: null });
  const taken = await outboxes.intake(post);
  put('a.json', '{"n":2}');
  expect(taken).toMatchObject({ key: post.key, text: '{"n":1}' });
  // After a crash it is found again, and the second of the same name waits for it.
  expect(await open().listOfSession('s1')).toMatchObject([{ key: post.key, text: '{"n":1}' }]);
  if (taken) await outboxes.finish(taken, null);
  const second = await only();
  expect(second.text).toBe('{"n":2}');
  expect(second.key).not.toBe(post.key);
});

test('the same words under the same name are the same message', async () => {
  put('a.json', '{"n":1}');
  const first = await outboxes.intake(await only());
  if (first) await outboxes.finish(first, null);
  put('a.json', '{"n":1}');
  expect((await only()).key).toBe(first?.key);
});

test('a bad file is kept, and its author is told beside it until a good one of that name comes', async () => {
  put('a.json', 'not json');
  const bad = await outboxes.intake(await only());
  if (bad) await outboxes.finish(bad, 'it is not JSON');
  expect(await list()).toEqual([]);
  const told = problemIn('a.problem.json') as { kept: string };
  expect(told).toMatchObject({ file: 'a.json', problem: 'it is not JSON', mend: expect.any(String) });
  expect(readFileSync(join(outbox, told.kept), 'utf8')).toBe('not json');
  put('a.json', '{}');
  const good = await outboxes.intake(await only());
  if (good) await outboxes.finish(good, null);
  expect(existsSync(join(outbox, 'a.problem.json'))).toBe(false);
});

test('a file that is too large is never read, and links, pipes and drafts are passed over', async () => {
  writeFileSync(join(outbox, 'large.json'), '[');
  truncateSync(join(outbox, 'large.json'), 100_000_000);
  writeFileSync(join(base, 'secret'), '{}');
  symlinkSync(join(base, 'secret'), join(outbox, 'link.json'));
  execFileSync('mkfifo', [join(outbox, 'pipe.json')]);
  mkdirSync(join(outbox, 'folder.json'));
  writeFileSync(join(outbox, '.draft.json'), '{}');
  writeFileSync(join(outbox, 'notes.txt'), '{}');
  const large = await outboxes.intake(await only());
  expect(large).toMatchObject({ name: 'large.json', text: null, bytes: 100_000_000 });
  if (large) await outboxes.finish(large, 'too large');
  expect(readdirSync(join(outbox, 'refused'))).toEqual(['large.100000000.json']);
});

test('messages come in the order in which they were written', async () => {
  for (const name of ['b.json', 'a.json', 'c.json']) {
    put(name, '{}');
    const last = (await list()).at(-1)?.changedAt ?? 0;
    while (Date.now() <= last + 10);
  }
  expect((await list()).map(({ name }) => name)).toEqual(['b.json', 'a.json', 'c.json']);
});

test('a list gives each of its elements once, by its id, also when it is written anew', async () => {
  const file = `${outbox}.json`;
  writeFileSync(file, '[{"id":"x","n":1}');
  expect(await only()).toMatchObject({ name: 'outbox.json', text: '[{"id":"x","n":1}' });
  appendFileSync(file, ',{"n":2}]');
  const posts = await list();
  expect(posts.map(({ name, text, attempt }) => [name, text, attempt])).toEqual([
    ['x', '{"id":"x","n":1}', 1],
    ['#1', '{"n":2}', 1],
  ]);
  for (const post of posts) await outboxes.finish(post, post.name === 'x' ? null : 'who is it for?');
  expect(await list()).toEqual([]);
  const told = readdirSync(outbox).find((name) => name.startsWith('list-')) ?? '';
  expect(problemIn(told)).toMatchObject({ element: '#1', problem: 'who is it for?' });
  writeFileSync(`${file}.new`, '[{"id":"x","n":1},{"n":2},{"id":"y"}]');
  renameSync(`${file}.new`, file);
  expect((await only()).name).toBe('y');
  writeFileSync(file, '[{"id":"x","n":3}]');
  const changed = await only();
  expect(changed.onceKey).toBe(posts[0]?.onceKey);
  expect(changed.key).not.toBe(posts[0]?.key);
});

test('the folders of a run are read for each of its roles, files and lists alike', async () => {
  await outboxes.ensureRunFolders('17', ['ann', 'bob']);
  const folder = join(base, 'runs', '17', 'messages', 'outbox');
  writeFileSync(join(folder, 'ann', 'a.json'), '{}');
  writeFileSync(join(folder, '.bob'), '[{"id":"m1"}]');
  renameSync(join(folder, '.bob'), join(folder, 'bob.json'));
  const posts = await outboxes.listOfRun('17', ['ann', 'bob']);
  expect(posts.map(({ role, name, attempt }) => [role, name, attempt]).sort()).toEqual([
    ['ann', 'a.json', null],
    ['bob', 'm1', null],
  ]);
});

test('what is no plain file in the outbox of a run is set aside and told, once', async () => {
  await outboxes.ensureRunFolders('17', ['ann']);
  const folder = join(base, 'runs', '17', 'messages', 'outbox', 'ann');
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  expect(await outboxes.listOfRun('17', ['ann'])).toEqual([]);
  expect(outboxes.hasOddities('17')).toBe(true);
  expect(await outboxes.ensureSetAside('17')).toMatchObject([
    { path: join(folder, 'pipe.json'), problem: 'is a named pipe and should be a file' },
  ]);
  expect(readdirSync(folder)).toEqual(['.aside-1-pipe.json']);
  expect(outboxes.hasOddities('17')).toBe(false);
});
