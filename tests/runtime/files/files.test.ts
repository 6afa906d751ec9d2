import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileFault } from '../../../src/runtime/files/file-fault.ts';
import { waitInFolder, watchFolder } from '../../../src/runtime/files/watch.ts';
import { writeAtomic } from '../../../src/runtime/files/write-atomic.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'swarm-files-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.each([false, true])('a file is written whole, for its owner only (durable: %s)', async (durable) => {
  const path = join(root, 'file');
  await writeAtomic(path, 'first', { durable });
  await writeAtomic(path, 'second', { durable });
  expect(await readFile(path, 'utf8')).toBe('second');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(root)).toEqual(['file']);
});

test('who reads while others write sees whole contents only', async () => {
  const path = join(root, 'file');
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(200_000));
  await writeAtomic(path, 'a'.repeat(200_000));
  let isWriting = true;
  const writing = Promise.all(
    texts.map(async (text) => {
      for (let i = 0; i < 20; i += 1) await writeAtomic(path, text);
    }),
  ).then(() => {
    isWriting = false;
  });
  while (isWriting) expect(texts).toContain(await readFile(path, 'utf8'));
  await writing;
});

test('a folder that is not there, or a folder in the place of the file, leaves no draft', async () => {
  await expect(writeAtomic(join(root, 'no/file'), '')).rejects.toMatchObject({ code: 'file-failed' });
  await mkdir(join(root, 'taken/inside'), { recursive: true });
  await expect(writeAtomic(join(root, 'taken'), '')).rejects.toMatchObject({ name: 'Fault' });
  expect(await readdir(root)).toEqual(['taken']);
});

test.each([
  ['ENOSPC', 'disk-full', true],
  ['EDQUOT', 'disk-full', true],
  ['EACCES', 'not-writable', false],
  ['EROFS', 'not-writable', false],
  ['EMFILE', 'too-many-files', true],
  ['EIO', 'file-failed', true],
])('%s is the fault %s', (errno, code, retry) => {
  const error = Object.assign(new Error(errno), { code: errno });
  expect(fileFault(error, '/x')).toMatchObject({ code, retry, cause: error });
});

test('a watch says "look" once it stands, and after each change', async () => {
  const look = vi.fn();
  const watching = watchFolder(root, look);
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), { timeout: 20_000 });
  look.mockClear();
  await writeFile(join(root, 'a'), '');
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), { timeout: 20_000 });
  watching.close();
  look.mockClear();
  await writeFile(join(root, 'b'), '');
  await new Promise(setImmediate);
  expect(look).not.toHaveBeenCalled();
});

test('a draft wakes no watcher: only what comes after it does', async () => {
  const look = vi.fn();
  const watching = watchFolder(root, look);
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), { timeout: 20_000 });
  look.mockClear();
  await writeFile(join(root, '.draft'), 'half');
  await mkdir(join(root, 'folder'));
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), { timeout: 20_000 });
  expect(look).toHaveBeenCalledTimes(1);
  watching.close();
});

test('a folder that comes later is watched from then on', async () => {
  const look = vi.fn();
  const path = join(root, 'later');
  const watching = watchFolder(path, look);
  await mkdir(path);
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(1), { timeout: 5_000 });
  look.mockClear();
  await writeFile(join(path, 'a'), '');
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), { timeout: 300 });
  watching.close();
});

test('waiting ends when it is so, or when the time is over, or with what went wrong', async () => {
  const path = join(root, 'wanted');
  const isThere = () =>
    stat(path).then(
      () => true,
      () => false,
    );
  expect(await waitInFolder(root, { withinMs: 20 }, isThere)).toBe(false);
  const waiting = waitInFolder(root, { withinMs: 5_000 }, isThere);
  await writeFile(path, '');
  expect(await waiting).toBe(true);
  let looks = 0;
  const failing = waitInFolder(root, { withinMs: 5_000 }, async () => {
    looks += 1;
    if (looks > 1) throw new Error('broken');
    return false;
  });
  await expect(failing).rejects.toThrow('broken');
});

test('a look that changes the folder itself leaves room for everything else', async () => {
  let looks = 0;
  const most = 2_000;
  const watching = watchFolder(root, () => {
    looks += 1;
    if (looks < most) writeFileSync(join(root, 'file'), String(looks));
  });
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1), { interval: 1 });
  watching.close();
  expect(looks).toBeLessThan(most);
});
