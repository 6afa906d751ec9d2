import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPapers } from '../../../src/main/open-papers.ts';
import { packFolder } from '../../../src/runtime/archive/pack-folder.ts';

let base: string;
let folder: string;
const PATHS = ['prompt.md', 'result.json', 'session.log', 'attempts/1/stderr.log', 'state.json'];
const textOf = (end: Readonly<{ bytes: Uint8Array }> | null): string | null =>
  end && Buffer.from(end.bytes).toString('utf8');

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-papers-'));
  folder = join(base, 's1');
  mkdirSync(join(folder, 'attempts/1'), { recursive: true });
  writeFileSync(join(folder, 'prompt.md'), 'Mend it');
  writeFileSync(join(folder, 'attempts/1/stderr.log'), `first\n${'x'.repeat(1_000)}last\n`);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('files that are there are listed in the order asked for, and read from their end', async () => {
  const papers = await openPapers(folder);
  const listed = await papers.list(PATHS);
  expect(listed.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['prompt.md', 7],
    ['attempts/1/stderr.log', 1_011],
  ]);
  expect(textOf(await papers.read('prompt.md', 100))).toBe('Mend it');
  const end = await papers.read('attempts/1/stderr.log', 5);
  expect([textOf(end), end?.cutBytes]).toEqual(['last\n', 1_006]);
  expect(await papers.read('result.json', 100)).toBeNull();
});

test('neither a link nor a pipe nor a linked folder of an agent is followed or waited for', async () => {
  writeFileSync(join(base, 'private'), 'private');
  symlinkSync(join(base, 'private'), join(folder, 'result.json'));
  execFileSync('mkfifo', [join(folder, 'session.log')]);
  mkdirSync(join(folder, 'state.json'));
  rmSync(join(folder, 'attempts/1'), { recursive: true });
  mkdirSync(join(base, 'elsewhere'));
  writeFileSync(join(base, 'elsewhere/stderr.log'), 'private');
  symlinkSync(join(base, 'elsewhere'), join(folder, 'attempts/1'));
  const papers = await openPapers(folder);
  expect((await papers.list(PATHS)).map(({ path }) => path)).toEqual(['prompt.md']);
  for (const path of PATHS.slice(1)) expect(await papers.read(path, 100), path).toBeNull();
});

test('the same is read from the pack of an archived session', async () => {
  const open = await openPapers(folder);
  const listed = await open.list(PATHS);
  const pack = join(base, 's1.tar.gz');
  await packFolder(folder, pack, () => false);
  const packed = await openPapers(pack);
  const times = (files: typeof listed) =>
    files.map(({ changedAt, ...file }) => ({ ...file, at: changedAt / 1_000 }));
  expect(times(await packed.list(PATHS))).toEqual(
    times(listed).map(({ at, ...file }) => ({ ...file, at: expect.closeTo(at, -1) })),
  );
  const end = await packed.read('attempts/1/stderr.log', 5);
  expect([textOf(end), end?.cutBytes]).toEqual(['last\n', 1_006]);
  expect(await packed.read('result.json', 100)).toBeNull();
});
