import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendRequest } from '../../../src/runtime/attempt/asker.ts';
import { attemptFolder } from '../../../src/runtime/attempt/attempt-folder.ts';
import { tokenOf } from '../../../src/runtime/attempt/token.ts';
import { expectNothingLeft, openStage, planOf, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  await stage.run('exit 0');
  await stage.waitOver();
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

const list = async () => [...(await stage.attempts.listAsking(stage.ref.sessionId))];
const ask = (name: string, text: string) => writeFile(join(stage.folder.ask, name), text);

test('a request is listed until it is answered, and its author gets the answer', async () => {
  const waiting = sendRequest({ attemptDir: stage.folder.dir, text: '{"verb":"inbox"}', withinMs: 10_000 });
  await stage.waitUntil(async () => (await list()).length === 1);
  const [file] = await list();
  expect(file).toMatchObject({ text: '{"verb":"inbox"}', attempt: 1 });
  if (!file) throw new Error('no request');
  expect(file.key).toBe(`${stage.ref.sessionId}/1/${file.name}`);
  expect(await stage.attempts.hasAskerLeft(file)).toBe(false);
  expect(await stage.attempts.wasAnswerHeard(file)).toBe(false);

  await stage.attempts.answerAsking(file, '{"ok":true}');
  expect(await waiting).toEqual({ is: 'answered', text: '{"ok":true}' });
  expect(await list()).toEqual([]);
  expect(await stage.attempts.hasAskerLeft(file)).toBe(true);
  expect(await stage.attempts.wasAnswerHeard(file)).toBe(true);
});

test('an author who gives up leaves its request behind', async () => {
  const request = { attemptDir: stage.folder.dir, text: '{}', withinMs: 30 };
  expect(await sendRequest(request)).toEqual({ is: 'kept', isTaken: false });
  const [file] = await list();
  expect(file).toMatchObject({ text: '{}' });
  expect(await stage.attempts.hasAskerLeft(file ?? { key: '' })).toBe(true);
});

test('an author does not wait long for what no supervisor takes, and less while none runs', async () => {
  const request = { attemptDir: stage.folder.dir, text: '{}', withinMs: 60_000 };
  const untaken = { is: 'kept', isTaken: false };
  const unserved = { unservedMs: 10, untakenMs: 60_000 };
  expect(await sendRequest({ ...request, isServed: () => false, patience: unserved })).toEqual(untaken);
  expect(await sendRequest({ ...request, patience: { unservedMs: 5, untakenMs: 10 } })).toEqual(untaken);
});

test('a request that was taken is waited for, also while its supervisor is away', async () => {
  const request = { attemptDir: stage.folder.dir, text: '{}', withinMs: 300 };
  const patience = { unservedMs: 100, untakenMs: 150 };
  const waiting = sendRequest({ ...request, isServed: () => false, patience });
  await stage.waitUntil(async () => (await list()).length === 1);
  expect(await waiting).toEqual({ is: 'kept', isTaken: true });
});

test('an author who was killed has left as soon as its sign is old', async () => {
  await ask('a.json', '{}');
  const [file] = await list();
  await writeFile(join(stage.folder.waiting, 'a.json'), '');
  expect(await stage.attempts.hasAskerLeft(file ?? { key: '' })).toBe(false);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(join(stage.folder.waiting, 'a.json'), longAgo, longAgo);
  expect(await stage.attempts.hasAskerLeft(file ?? { key: '' })).toBe(true);
});

test('what its author does to a request after it was taken changes nothing', async () => {
  await ask('a.json', '{"n":1}');
  await list();
  await ask('.a.json.draft', '{"n":2}');
  expect(await list()).toMatchObject([{ text: '{"n":1}' }]);
  expect(await readdir(stage.folder.ask)).toEqual(['.a.json.draft']);
});

test('requests of earlier attempts are listed too, the oldest first', async () => {
  const next = { ...stage.ref, attempt: 2 };
  await stage.attempts.ensureOpen(next, planOf(['true']), 'headless');
  await writeFile(join(attemptFolder(stage.world.sessionsDir, next).ask, 'b.json'), 'second');
  await ask('a.json', 'first');
  expect((await list()).map(({ text, attempt }) => [attempt, text])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ]);
  await stage.attempts.ensureGone(next);
});

test('what is no request is passed over: other names, folders, pipes', async () => {
  await ask('with space.json', '{}');
  await ask('notes.txt', '{}');
  await mkdir(join(stage.folder.ask, 'folder.json'));
  expect(await list()).toEqual([]);
});

test('an answer to an attempt whose folder is gone is dropped', async () => {
  await stage.attempts.answerAsking({ key: 'unknown-session/3/a.json' }, '{}');
  await expect(stage.attempts.answerAsking({ key: '../x/1/a.json' }, '{}')).rejects.toMatchObject({
    code: 'name-unsafe',
  });
});

test('outside an attempt a request is a fault', async () => {
  const request = { attemptDir: join(stage.root, 'nowhere'), text: '{}', withinMs: 10 };
  await expect(sendRequest(request)).rejects.toMatchObject({ code: 'attempt-gone' });
});

test('a marker is taken in with its words, once it has some or is meant to have none', async () => {
  const put = (name: string, text: string) => writeFile(join(stage.folder.dir, name), text);
  await rm(stage.folder.exit, { force: true });
  await put('interrupt-request.txt', 'main is red\n');
  await put('quality-gate-failed', '');
  const [marked, ...others] = await list();
  expect(others).toEqual([]);
  const request = { verb: 'session.interrupt-self', marker: 'interrupt', text: 'main is red\n' };
  expect(JSON.parse(marked?.text ?? '')).toEqual(request);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(join(stage.folder.dir, 'quality-gate-failed'), longAgo, longAgo);
  expect((await list()).map(({ name }) => name)).toEqual(['interrupt-request.txt', 'quality-gate-failed']);

  await put('interrupt-request.txt', 'and more');
  await stage.attempts.answerAsking(marked ?? { key: '' }, '{"ok":true}');
  expect((await list()).map(({ name }) => name)).toEqual(['quality-gate-failed']);

  // No writer is left to fill it.
  await put('error', '');
  await writeFile(stage.folder.exit, '0\n');
  expect((await list()).map(({ name }) => name)).toEqual(['error', 'quality-gate-failed']);
});

test('a request without the token of its attempt is forged; a marker needs none', async () => {
  const key = readFileSync(stage.world.keyFile, 'utf8');
  const token = tokenOf(key, stage.ref);
  await ask('a.json', JSON.stringify({ verb: 'inbox', token }));
  await ask('b.json', JSON.stringify({ verb: 'inbox', token: tokenOf(key, { ...stage.ref, attempt: 2 }) }));
  await ask('c.json', '{ not json');
  await ask('d.json', 'null');
  await writeFile(join(stage.folder.dir, 'error'), 'help');
  const forged = (await list()).map(({ name, isForged = false }) => [name, isForged]);
  expect(Object.fromEntries(forged)).toEqual({
    'a.json': false,
    'b.json': true,
    'c.json': true,
    'd.json': true,
    error: false,
  });
});

test('of a flood of requests each is read in its turn, and some are moved by the next look', async () => {
  await Promise.all(Array.from({ length: 501 }, (_, n) => ask(`r${n}.json`, '{}')));
  const requests = (await stage.attempts.listAsking(stage.ref.sessionId))[Symbol.iterator]();
  expect(requests.next().value).toMatchObject({ text: '{}' });
  expect(await readdir(stage.folder.ask)).toHaveLength(1);
  await rm(stage.folder.taken, { recursive: true });
  expect(requests.next().done).toBe(true);
  expect(await list()).toHaveLength(1);
});
