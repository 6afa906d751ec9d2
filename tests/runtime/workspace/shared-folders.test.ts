import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FolderStand } from '../../../src/domain/loop/shelf.ts';
import { realSharedFolders } from '../../../src/runtime/workspace/real-shared-folders.ts';
import type { SharedFolders, ShelvedWork } from '../../../src/runtime/workspace/shared-folders.ts';
import { type Fixture, makeFixture, NOW, readIfThere } from './fixture.ts';
import { marksOf } from './marks.ts';

let on: Fixture;
let folders: SharedFolders;
beforeEach(() => {
  on = makeFixture();
  folders = realSharedFolders({
    project: on.project,
    worktreesDir: join(on.project, '.swarm/worktrees'),
    trashDir: join(on.project, '.swarm/trash'),
    marks: marksOf(on.project),
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env: on.env,
    commands: { env: on.env, wrap: null },
  });
});
afterEach(() => on.remove());

const at = (name: string): string => join(on.project, name);
const read = (name: string): string | null => readIfThere(at(name));
const write = (name: string, text: string): void => on.write(at(name), text);
const status = (): string => on.git(on.project, 'status', '--porcelain', '--untracked-files=all');

async function stand(): Promise<FolderStand> {
  const found = await folders.observeStand(on.project);
  if (found === null) throw new Error('no checkout');
  return found;
}

async function shelve(base: FolderStand, sessionId = 's1'): Promise<ShelvedWork> {
  const shelved = await folders.shelve({ participantId: sessionId, path: on.project }, base);
  if (shelved.is === 'held') throw new Error(shelved.why);
  return shelved;
}

async function clear({ full, bare }: ShelvedWork): Promise<readonly string[]> {
  return folders.ensureMoved(on.project, full, bare);
}

async function bringBack({ full, bare }: ShelvedWork): Promise<readonly string[]> {
  const { tree } = await stand();
  const merged = await folders.mergeTrees({ base: bare, ours: tree, theirs: full });
  return [...merged.conflicts, ...(await folders.ensureMoved(on.project, tree, merged.tree))];
}

test('changes of every kind leave the folder for a rescue, and come back as they were', async () => {
  write('src/run.sh', 'run\n');
  on.commit(on.project, 'third');
  const base = await stand();
  write('src/a.txt', 'changed\n');
  write('src/deep/new file.txt', 'new\n');
  write('staged.txt', 'staged\n');
  on.git(on.project, 'add', 'staged.txt');
  rmSync(at('src/b.txt'));
  chmodSync(at('src/run.sh'), 0o755);
  symlinkSync('README', at('link'));
  rmSync(at('README'));
  write('README/inside.txt', 'a folder now\n');
  const before = (await stand()).tree;
  const shelved = await shelve(base);
  expect((await stand()).tree).toBe(before);
  expect(on.files(shelved.ref ?? '')).toMatchObject({ 'src/a.txt': 'changed', 'staged.txt': 'staged' });

  expect(await clear(shelved)).toEqual([]);
  expect(status()).toBe('');
  expect([read('src/a.txt'), read('src/b.txt'), read('README')]).toEqual([
    'one\nmore\n',
    'two\n',
    'read me\n',
  ]);
  expect([existsSync(at('src/deep')), existsSync(at('staged.txt'))]).toEqual([false, false]);

  expect(await bringBack(shelved)).toEqual([]);
  expect((await stand()).tree).toBe(before);
  expect(statSync(at('src/run.sh')).mode & 0o111).not.toBe(0);
  expect(read('README/inside.txt')).toBe('a folder now\n');
});

test('commits of the item stay, and only what it did not commit is put away', async () => {
  const base = await stand();
  write('done.txt', 'done\n');
  const head = on.commit(on.project, 'work of the item');
  write('half.txt', 'half\n');
  const shelved = await shelve(base);
  await clear(shelved);
  expect([on.git(on.project, 'rev-parse', 'HEAD'), read('done.txt'), status()]).toEqual([head, 'done\n', '']);
  await bringBack(shelved);
  expect([read('half.txt'), status()]).toEqual(['half\n', '?? half.txt']);
});

test('what was changed before the item began stays in the folder, changed as it was', async () => {
  write('mine.txt', 'of the person\n');
  write('src/a.txt', 'of the person\n');
  const base = await stand();
  write('src/a.txt', 'of the item\n');
  write('src/b.txt', 'of the item\n');
  const shelved = await shelve(base);
  await clear(shelved);
  expect([read('mine.txt'), read('src/a.txt'), read('src/b.txt')]).toEqual([
    'of the person\n',
    'of the person\n',
    'two\n',
  ]);
  await bringBack(shelved);
  expect([read('mine.txt'), read('src/a.txt'), read('src/b.txt')]).toEqual([
    'of the person\n',
    'of the item\n',
    'of the item\n',
  ]);
});

test('it also stays where the item has committed something else', async () => {
  write('mine.txt', 'of the person\n');
  const base = await stand();
  write('src/b.txt', 'committed\n');
  on.git(on.project, 'commit', '--quiet', '--message=item', 'src/b.txt');
  write('half.txt', 'half\n');
  const shelved = await shelve(base);
  await clear(shelved);
  expect([read('mine.txt'), read('src/b.txt'), read('half.txt')]).toEqual([
    'of the person\n',
    'committed\n',
    null,
  ]);
});

test('where it is in the way of a commit of the item, nothing is moved, and why is told', async () => {
  write('src/b.txt', 'of the person\n');
  const base = await stand();
  write('src/b.txt', 'of the item\n');
  on.git(on.project, 'commit', '--quiet', '--message=item', 'src/b.txt');
  write('half.txt', 'half\n');
  const before = await stand();
  expect(await folders.shelve({ participantId: 's1', path: on.project }, base)).toEqual({
    is: 'held',
    why: 'what was changed before it began is in the way: src/b.txt',
  });
  expect(await stand()).toEqual(before);
});

test('changes of others are merged; where they cannot be, theirs stay and are named', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
  const text = (at0: string, at19: string): string => [at0, ...lines.slice(1, 19), at19].join('');
  write('src/long.txt', text('first\n', 'last\n'));
  on.commit(on.project, 'long');
  const base = await stand();
  write('src/long.txt', text('of the item\n', 'last\n'));
  write('src/b.txt', 'of the item\n');
  write('new.txt', 'of the item\n');
  const shelved = await shelve(base);
  await clear(shelved);
  write('src/long.txt', text('first\n', 'of another\n'));
  write('src/b.txt', 'of another\n');
  write('new.txt', 'of another\n');
  on.commit(on.project, 'another item');
  expect([...(await bringBack(shelved))].sort()).toEqual(['new.txt', 'src/b.txt']);
  expect(read('src/long.txt')).toBe(text('of the item\n', 'of another\n'));
  expect([read('src/b.txt'), read('new.txt')]).toEqual(['of another\n', 'of another\n']);
  expect(on.files(shelved.ref ?? '')).toMatchObject({
    'src/b.txt': 'of the item',
    'new.txt': 'of the item',
  });
});

test('each step is the same when it is made twice, and half of one is completed', async () => {
  const base = await stand();
  write('src/a.txt', 'changed\n');
  write('src/b.txt', 'changed\n');
  const first = await shelve(base);
  expect(await shelve(base)).toEqual(first);
  // As if only one file had been moved when the machine went down.
  write('src/a.txt', 'one\nmore\n');
  expect(await clear(first)).toEqual([]);
  expect(await clear(first)).toEqual([]);
  expect(status()).toBe('');
});

test('a file that another process changes in between is left alone, and named', async () => {
  const base = await stand();
  write('src/a.txt', 'of the item\n');
  write('src/b.txt', 'of the item\n');
  const shelved = await shelve(base);
  write('src/b.txt', 'of a person\n');
  expect(await clear(shelved)).toEqual(['src/b.txt']);
  expect([read('src/a.txt'), read('src/b.txt')]).toEqual(['one\nmore\n', 'of a person\n']);
});

test('an ignored file that is in the way of the return is never overwritten', async () => {
  const base = await stand();
  write('.gitignore', 'ignored/\n');
  write('my.secret', 'of the item\n');
  const shelved = await shelve(base);
  await clear(shelved);
  write('my.secret', 'of a person\n');
  expect(await bringBack(shelved)).toEqual(['my.secret']);
  expect([read('my.secret'), read('.gitignore')]).toEqual(['of a person\n', 'ignored/\n']);
});

test('nor is one that lies where the item had a folder, or a folder where it had a file', async () => {
  const base = await stand();
  write('.gitignore', '');
  write('one.secret/inside.txt', 'of the item\n');
  write('two.secret', 'of the item\n');
  const shelved = await shelve(base);
  await clear(shelved);
  write('one.secret', 'of a person\n');
  write('two.secret/inside.txt', 'of a person\n');
  expect([...(await bringBack(shelved))].sort()).toEqual(['one.secret/inside.txt', 'two.secret']);
  expect([read('one.secret'), read('two.secret/inside.txt')]).toEqual(['of a person\n', 'of a person\n']);
});

test('what cannot be put away and brought back whole is left, with the reason', async () => {
  const base = await stand();
  const why = async (): Promise<string> => {
    const shelved = await folders.shelve({ participantId: 's1', path: on.project }, base);
    return shelved.is === 'held' ? shelved.why : 'shelved';
  };
  write('.gitattributes', '*.bin filter=lfs\n');
  write('big.bin', 'x\n');
  expect(await why()).toBe('git filters what it changed: big.bin');
  rmSync(at('big.bin'));
  mkdirSync(at('inner'));
  on.git(at('inner'), 'init', '--quiet');
  write('inner/file.txt', 'x\n');
  expect(await why()).toBe('it changed a repository inside of it: inner');
  rmSync(at('inner'), { recursive: true });
  write('.git/MERGE_HEAD', on.git(on.project, 'rev-parse', 'HEAD'));
  expect(await why()).toBe('a merge is not finished there');
});

test('nothing that the repository configures runs when files are moved', async () => {
  const base = await stand();
  write('src/a.txt', 'changed\n');
  const shelved = await shelve(base);
  const ran = join(on.base, 'ran');
  on.git(on.project, 'config', 'filter.evil.smudge', `touch ${ran}; cat`);
  write('.git/info/attributes', '*.txt filter=evil\n');
  await clear(shelved);
  expect([existsSync(ran), readFileSync(at('src/a.txt'), 'utf8')]).toEqual([false, 'one\nmore\n']);
});

test('a folder of no repository, or of another one, has no stand', async () => {
  on.git(on.base, 'init', '--quiet', 'other');
  expect(await folders.observeStand(join(on.base, 'other'))).toBeNull();
  rmSync(at('.git'), { recursive: true });
  expect(await folders.observeStand(on.project)).toBeNull();
  const base = { head: null, branch: null, tree: '' };
  expect(await folders.shelve({ participantId: 's1', path: on.project }, base)).toMatchObject({ is: 'held' });
});
