import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { MARK_FILE } from '../../../src/runtime/project/folder-marks.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import { marksOf } from './marks.ts';

let on: Fixture;
let workspace: Workspace;
const at = (name: string): string => join(workspace.path, name);

beforeEach(async () => {
  on = makeFixture();
  workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
});
afterEach(() => on.remove());

const BASE = {
  '.gitignore': 'ignored/\n*.secret',
  README: 'read me',
  'src/a.txt': 'one\nmore',
  'src/b.txt': 'two',
};

async function release(): Promise<string | null> {
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  expect(existsSync(workspace.path)).toBe(false);
  expect(on.git(on.project, 'worktree', 'list', '--porcelain')).not.toContain(workspace.path);
  expect(on.git(on.project, 'fsck', '--no-dangling', '--no-progress')).toBe('');
  expect(on.git(on.project, 'status', '--porcelain')).toBe('');
  return rescue?.ref ?? null;
}

const holds = (commit: string): string =>
  on.git(on.project, 'for-each-ref', '--contains', commit, '--format=%(refname)');

test('a workspace without work leaves its branch and no rescue', async () => {
  expect(await release()).toBeNull();
  expect(on.git(on.project, 'rev-parse', workspace.branch)).toBe(workspace.baseCommit);
  expect(await on.workspaces.listRescues()).toEqual([]);
  expect(readFileSync(join(on.trash('s1-1'), 'README'), 'utf8')).toBe('read me\n');
});

test('committed work stays on its branch, without a rescue', async () => {
  on.write(at('done.txt'), 'done\n');
  const commit = on.commit(workspace.path, 'done');
  expect(await release()).toBeNull();
  expect(on.git(on.project, 'rev-parse', workspace.branch)).toBe(commit);
});

test('what is changed, new, deleted, staged, linked, executable or oddly named is saved', async () => {
  on.write(at('src/a.txt'), 'changed\n');
  rmSync(at('src/b.txt'));
  on.write(at('new/deep/file.txt'), 'new\n');
  on.write(at('staged.txt'), 'staged\n');
  on.git(workspace.path, 'add', 'staged.txt');
  on.write(at('tool.sh'), '#!/bin/sh\n');
  chmodSync(at('tool.sh'), 0o755);
  symlinkSync('/nowhere/at all', at('link'));
  on.write(at('line\nend "quoted" \'tick\' *[x] ünï \t'), 'odd\n');
  on.write(at('ignored/cache'), 'not work');
  on.write(at('my.secret'), 'not work');

  const ref = await release();

  const { 'src/b.txt': _, ...kept } = BASE;
  expect(on.files(ref ?? '')).toEqual({
    ...kept,
    'src/a.txt': 'changed',
    'new/deep/file.txt': 'new',
    'staged.txt': 'staged',
    'tool.sh': '100755 #!/bin/sh',
    link: '120000 /nowhere/at all',
    'line\nend "quoted" \'tick\' *[x] ünï \t': 'odd',
  });
  expect(ref).toBe('refs/swarm/rescue/s1/1');
  expect(on.git(on.project, 'rev-parse', `${ref}^1`)).toBe(workspace.baseCommit);
});

test('the folder lies whole in the trash, ignored files too', async () => {
  on.write(at('ignored/cache'), 'kept for a while');
  await release();
  expect(readFileSync(join(on.trash('s1-1'), 'ignored/cache'), 'utf8')).toBe('kept for a while');
});

test("the workspace's own index is not touched by the saving", async () => {
  on.write(at('new.txt'), 'x');
  await release();
  expect(existsSync(join(on.trash('s1-1.git'), 'index'))).toBe(true);
  expect(on.git(on.project, 'status', '--porcelain')).toBe('');
  expect(readdirSync(on.trash('.')).filter((name) => name.startsWith('.'))).toEqual(['.swarm-mark']);
});

test('twice is once, with the same answer', async () => {
  on.write(at('new.txt'), 'x');
  const first = await on.workspaces.ensureReleased(workspace);
  const second = await on.workspaces.ensureReleased(workspace);
  expect(second).toEqual(first);
  expect(await on.workspaces.listRescues()).toEqual([first.rescue]);
});

test('releasing what was never made changes nothing', async () => {
  expect(await on.workspaces.ensureReleased(on.workspace('never'))).toEqual({ rescue: null });
});

test('a workspace that died before its files were there has no work', async () => {
  workspace = on.workspace('s2');
  on.git(on.project, 'worktree', 'add', '--quiet', '--no-checkout', '-b', workspace.branch, workspace.path);
  expect(await release()).toBeNull();
});

test('a workspace that is made and released again gets the next number', async () => {
  on.write(at('first.txt'), '1');
  expect(await release()).toBe('refs/swarm/rescue/s1/1');
  await on.workspaces.ensureReady(workspace);
  on.write(at('second.txt'), '2');
  expect(await release()).toBe('refs/swarm/rescue/s1/2');
  await on.workspaces.ensureReady(workspace);
  expect(await release()).toBeNull();
  expect(existsSync(on.trash('s1-3'))).toBe(true);
});

test('what was staged and then changed again is kept as well', async () => {
  on.write(at('src/a.txt'), 'staged version\n');
  on.git(workspace.path, 'add', '--all');
  on.write(at('src/a.txt'), 'last version\n');
  const ref = await release();
  expect(on.files(ref ?? '')['src/a.txt']).toBe('last version');
  expect(on.files(`${ref}^2`)['src/a.txt']).toBe('staged version');
});

test('what was staged and then taken back in the folder is kept', async () => {
  on.write(at('src/a.txt'), 'staged version\n');
  on.git(workspace.path, 'add', '--all');
  on.write(at('src/a.txt'), 'one\nmore\n');
  const ref = await release();
  expect(on.files(`${ref}^2`)['src/a.txt']).toBe('staged version');
});

test('a change that keeps size and times is seen', async () => {
  const time = new Date(1_600_000_000_000);
  utimesSync(at('src/a.txt'), time, time);
  on.git(workspace.path, 'update-index', '--refresh');
  on.write(at('src/a.txt'), 'ONE\nmore\n');
  utimesSync(at('src/a.txt'), time, time);
  expect(on.files((await release()) ?? '')['src/a.txt']).toBe('ONE\nmore');
});

test('files that git was told to overlook are saved when they changed', async () => {
  on.git(workspace.path, 'update-index', '--assume-unchanged', 'src/a.txt');
  on.git(workspace.path, 'update-index', '--skip-worktree', 'src/b.txt');
  on.git(workspace.path, 'update-index', '--skip-worktree', 'README');
  on.write(at('src/a.txt'), 'assumed\n');
  on.write(at('src/b.txt'), 'skipped\n');
  rmSync(at('README'));
  expect(on.files((await release()) ?? '')).toEqual({
    ...BASE,
    'src/a.txt': 'assumed',
    'src/b.txt': 'skipped',
  });
});

test('an ignored file that was added by force is work', async () => {
  on.write(at('forced.secret'), 'first\n');
  on.git(workspace.path, 'add', '--force', 'forced.secret');
  on.commit(workspace.path, 'forced');
  on.write(at('forced.secret'), 'second\n');
  expect(on.files((await release()) ?? '')['forced.secret']).toBe('second');
});

test('commits on no branch are rescued', async () => {
  on.git(workspace.path, 'checkout', '--quiet', '--detach');
  on.write(at('lonely.txt'), 'x\n');
  const commit = on.commit(workspace.path, 'lonely');
  const ref = await release();
  expect(holds(commit)).toBe(ref);
});

test('commits on a branch that the agent made itself need no rescue', async () => {
  on.git(workspace.path, 'checkout', '--quiet', '-b', 'idea');
  const commit = on.commit(workspace.path, 'idea');
  expect(await release()).toBeNull();
  expect(holds(commit)).toBe('refs/heads/idea');
});

test('work on a branch without a commit is rescued', async () => {
  on.git(workspace.path, 'checkout', '--quiet', '--orphan', 'fresh');
  on.write(at('fresh.txt'), 'x\n');
  expect(on.files((await release()) ?? '')).toMatchObject({ 'fresh.txt': 'x' });
});

test('an unfinished merge keeps both sides and the half-done files', async () => {
  on.write(at('src/a.txt'), 'ours\n');
  on.commit(workspace.path, 'ours');
  on.git(workspace.path, 'checkout', '--quiet', '--detach', workspace.baseCommit);
  on.write(at('src/a.txt'), 'theirs\n');
  const theirs = on.commit(workspace.path, 'theirs');
  on.git(workspace.path, 'checkout', '--quiet', workspace.branch);
  expect(() => on.git(workspace.path, 'merge', theirs)).toThrow();

  const ref = await release();

  expect(on.files(ref ?? '')['src/a.txt']).toMatch(/<<<<<<<.*ours.*theirs.*>>>>>>>/s);
  expect(holds(theirs)).toBe(ref);
});

test('what a rebase set aside is kept', async () => {
  on.write(at('src/b.txt'), 'mine\n');
  on.commit(workspace.path, 'mine');
  on.git(on.project, 'checkout', '--quiet', '-b', 'other');
  on.write(join(on.project, 'src/b.txt'), 'other\n');
  on.commit(on.project, 'other');
  on.write(at('src/a.txt'), 'set aside\n');
  expect(() =>
    on.git(workspace.path, '-c', 'user.name=A', '-c', 'user.email=a@b', 'rebase', '--autostash', 'other'),
  ).toThrow();
  expect(readFileSync(at('src/a.txt'), 'utf8')).toBe('one\nmore\n');

  const ref = await release();

  const parents = on.git(on.project, 'rev-parse', `${ref}^@`).split('\n');
  expect(parents.map((parent) => on.files(parent)['src/a.txt'])).toContain('set aside');
});

test('a locked worktree is released like any other', async () => {
  on.git(on.project, 'worktree', 'lock', '--reason', 'mine', workspace.path);
  on.write(at('new.txt'), 'x\n');
  expect(on.files((await release()) ?? '')).toMatchObject({ 'new.txt': 'x' });
});

test('a stale lock on the index is no obstacle', async () => {
  const adminDir = on.git(workspace.path, 'rev-parse', '--git-dir');
  writeFileSync(join(adminDir, 'index.lock'), '');
  on.write(at('new.txt'), 'x\n');
  expect(on.files((await release()) ?? '')).toMatchObject({ 'new.txt': 'x' });
});

test('a broken index is no obstacle', async () => {
  writeFileSync(join(on.git(workspace.path, 'rev-parse', '--git-dir'), 'index'), 'garbage');
  on.write(at('src/a.txt'), 'changed\n');
  expect(on.files((await release()) ?? '')).toEqual({ ...BASE, 'src/a.txt': 'changed' });
});

test.each(['deleted', 'nonsense'])('a .git link that is %s is no obstacle', async (how) => {
  rmSync(at('.git'));
  if (how === 'nonsense') writeFileSync(at('.git'), 'nonsense');
  on.write(at('src/a.txt'), 'changed\n');
  expect(on.files((await release()) ?? '')).toEqual({ ...BASE, 'src/a.txt': 'changed' });
});

test('when git has lost its folder of the worktree, the files are saved on top of the branch', async () => {
  const commit = on.commit(workspace.path, 'one commit');
  on.write(at('src/a.txt'), 'changed\n');
  rmSync(on.git(workspace.path, 'rev-parse', '--git-dir'), { recursive: true });
  const ref = await release();
  expect(on.files(ref ?? '')).toEqual({ ...BASE, 'src/a.txt': 'changed' });
  expect(on.git(on.project, 'rev-parse', `${ref}^1`)).toBe(commit);
});

test('when the folder was deleted, what was staged is saved', async () => {
  on.write(at('staged.txt'), 'x\n');
  on.git(workspace.path, 'add', '--all');
  rmSync(workspace.path, { recursive: true });
  expect(on.files((await release()) ?? '')).toEqual({ ...BASE, 'staged.txt': 'x' });
});

test('a filter that fails does not cost the work', async () => {
  on.git(on.project, 'config', 'filter.broken.clean', 'false');
  on.git(on.project, 'config', 'filter.broken.required', 'true');
  on.write(at('.gitattributes'), '*.big filter=broken\n');
  on.write(at('x.big'), 'large\n');
  on.write(at('y.txt'), 'small\n');
  expect(on.files((await release()) ?? '')).toMatchObject({ 'x.big': 'large', 'y.txt': 'small' });
});

test('pipes and sockets are no work and no obstacle', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  on.write(at('new.txt'), 'x\n');
  expect(Object.keys(on.files((await release()) ?? ''))).toEqual([...Object.keys(BASE), 'new.txt'].sort());
});

test('a folder that is not ours is refused and stays', async () => {
  const theirs = join(on.base, 'theirs');
  on.write(join(theirs, 'x'), 'x');
  const refused = { code: 'workspace-not-ours' };
  await expect(on.workspaces.ensureReleased({ ...workspace, path: theirs })).rejects.toMatchObject(refused);
  await expect(on.workspaces.ensureReleased({ ...workspace, path: on.project })).rejects.toMatchObject(
    refused,
  );
  await expect(on.workspaces.ensureReleased({ ...workspace, path: on.base })).rejects.toMatchObject(refused);
  await expect(on.workspaces.ensureReleased({ ...workspace, path: '/' })).rejects.toMatchObject(refused);
  expect(existsSync(join(theirs, 'x'))).toBe(true);
});

test('a worktree of this repository that Swarm did not make is refused and stays', async () => {
  const theirs = join(on.base, 'theirs');
  on.git(on.project, 'worktree', 'add', '--quiet', '-b', 'theirs', theirs);
  const row = { ...workspace, path: theirs };
  expect(await on.workspaces.findForeign(row)).toBe('git knows no workspace of this project there');
  await expect(on.workspaces.ensureReleased(row)).rejects.toMatchObject({ code: 'workspace-not-ours' });
  expect(existsSync(join(theirs, 'README'))).toBe(true);
});

test('a copy of the project does not release the workspaces of the original', async () => {
  const copy = join(on.base, 'copy');
  cpSync(on.project, copy, { recursive: true, verbatimSymlinks: true });
  const dirs = { worktreesDir: join(copy, '.swarm/worktrees'), trashDir: join(copy, '.swarm/trash') };
  const ofCopy = on.open({ project: copy, marks: marksOf(copy), ...dirs });
  expect(await ofCopy.findForeign(workspace)).toBe(`it is a workspace of ${on.project}`);
  await expect(ofCopy.ensureReleased(workspace)).rejects.toMatchObject({ code: 'workspace-not-ours' });
  expect(existsSync(at('README'))).toBe(true);
});

test('a workspace that git has lost is released only where the mark says whose it is', async () => {
  const mark = join(on.project, '.swarm/worktrees', MARK_FILE);
  rmSync(on.git(workspace.path, 'rev-parse', '--absolute-git-dir'), { recursive: true });
  rmSync(mark);
  expect(await on.workspaces.findForeign(workspace)).toContain('holds what Swarm did not put there: s1');
  await expect(on.workspaces.ensureReleased(workspace)).rejects.toMatchObject({ code: 'workspace-not-ours' });
  expect(existsSync(at('README'))).toBe(true);
  writeFileSync(mark, 'p1 worktrees\n');
  await on.workspaces.ensureReleased(workspace);
  expect(existsSync(on.trash('s1-1/README'))).toBe(true);
});

test('a moved folder is not found: only its path is released', async () => {
  renameSync(workspace.path, join(on.base, 'moved'));
  await on.workspaces.ensureReleased(workspace);
  expect(existsSync(join(on.base, 'moved/README'))).toBe(true);
});
