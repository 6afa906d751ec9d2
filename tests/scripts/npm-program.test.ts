import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ensureProgram, ensurePrograms, isCached, type NpmProgram } from '../../scripts/npm-program.mjs';
import { cacheFolders, findWritable } from '../../scripts/program-cache.mjs';

const PROGRAM: NpmProgram = {
  name: 'tool',
  package: '@made-up/tool',
  version: '1.2.3',
  sizeMb: 1,
  paths: (modules) => [join(modules, '.bin', 'tool')],
};

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'swarm-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
});

/** Instead of npm: puts a program there that tells this version. */
const npmOf = (version: string) => {
  const asked: string[] = [];
  const npm = async (folder: string, spec: string): Promise<void> => {
    asked.push(spec);
    const bin = join(folder, 'node_modules', '.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'tool'), `#!/bin/sh\necho "tool ${version}"\n`);
    chmodSync(join(bin, 'tool'), 0o755);
  };
  return { asked, npm };
};

test('a program is installed once, and found from then on', async () => {
  const { asked, npm } = npmOf('1.2.3');
  const program = await ensureProgram(PROGRAM, { folders: [cache], npm });
  expect(program).toBe(join(cache, 'tool-1.2.3/node_modules/.bin/tool'));
  expect(await ensureProgram(PROGRAM, { folders: [cache], npm })).toBe(program);
  expect(asked).toEqual(['@made-up/tool@1.2.3']);
});

test('two runs at once end with one installation, and leave nothing else behind', async () => {
  const { npm } = npmOf('1.2.3');
  const both = [1, 2].map(() => ensureProgram(PROGRAM, { folders: [cache], npm }));
  expect(new Set(await Promise.all(both)).size).toBe(1);
  expect(readdirSync(cache)).toEqual(['tool-1.2.3']);
});

test('what failed half-way is never found', async () => {
  const npm = async (folder: string): Promise<void> => {
    await npmOf('1.2.3').npm(folder, '');
    throw new Error('the network is gone');
  };
  await expect(ensureProgram(PROGRAM, { folders: [cache], npm })).rejects.toThrow('the network is gone');
  expect([isCached(PROGRAM, [cache]), readdirSync(cache)]).toEqual([false, []]);
});

test('another version than the wanted one is not kept', async () => {
  const { npm } = npmOf('9.9.9');
  await expect(ensureProgram(PROGRAM, { folders: [cache], npm })).rejects.toThrow(
    'no program of that version',
  );
  expect(isCached(PROGRAM, [cache])).toBe(false);
});

test('one that does not start any more is installed again', async () => {
  mkdirSync(join(cache, 'tool-1.2.3'));
  const { asked, npm } = npmOf('1.2.3');
  expect(await ensureProgram(PROGRAM, { folders: [cache], npm })).toContain('tool-1.2.3');
  expect(asked).toHaveLength(1);
});

test('one that cannot be had costs no other, and is not tried twice', async () => {
  const { programs, missing } = await ensurePrograms([PROGRAM], { missing: { 'tool 1.2.3': 'offline' } });
  expect([programs, missing]).toEqual([{}, { 'tool 1.2.3': 'offline' }]);
});

test('the cache is in the folder for caches, else in the home, at last among temporary files', () => {
  const last = join('/temp', `swarm-tests-${process.getuid?.()}`);
  expect(cacheFolders({ XDG_CACHE_HOME: '/caches', HOME: '/here' }, '/temp')).toEqual([
    '/caches/swarm-tests',
    last,
  ]);
  expect(cacheFolders({ HOME: '/here' }, '/temp')).toEqual(['/here/.cache/swarm-tests', last]);
  expect(cacheFolders({ XDG_CACHE_HOME: 'caches', HOME: '' }, '/temp')).toEqual([last]);
});

test('a folder that cannot be made is passed over, and a link to a folder of this user is followed', () => {
  writeFileSync(join(cache, 'file'), '');
  symlinkSync(mkdtempSync(join(cache, 'other-')), join(cache, 'link'));
  expect(findWritable([join(cache, 'file', 'deeper'), join(cache, 'link')])).toBe(join(cache, 'link'));
  expect(findWritable([join(cache, 'file')])).toBeUndefined();
});
