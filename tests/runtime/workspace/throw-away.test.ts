import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { type Fixture, makeFixture } from './fixture.ts';

let on: Fixture;
let first: string;
let second: string;
let verifier: Workspace;
beforeEach(() => {
  on = makeFixture();
  first = on.git(on.project, 'rev-parse', 'HEAD~1');
  second = on.git(on.project, 'rev-parse', 'HEAD');
  verifier = on.workspace('v1', { branch: '', baseCommit: first });
});
afterEach(() => on.remove());

const statusOf = ({ path }: Workspace): string =>
  on.git(path, 'status', '--porcelain', '--ignored', '--untracked-files=all');

test('a throw-away workspace is a checkout of one commit, on no branch', async () => {
  const branches = on.git(on.project, 'branch', '--list');
  await on.workspaces.ensureReady(verifier);
  expect(on.git(verifier.path, 'rev-parse', 'HEAD')).toBe(first);
  expect(on.git(verifier.path, 'branch', '--show-current')).toBe('');
  expect(readFileSync(join(verifier.path, 'src/a.txt'), 'utf8')).toBe('one\n');
  expect(on.git(on.project, 'branch', '--list').replaceAll(/^\+.*\n/gm, '')).toBe(branches);
});

test('whatever was changed, added, committed or ignored in it is dropped when it is made anew', async () => {
  await on.workspaces.ensureReady(verifier);
  const { path } = verifier;
  on.write(join(path, 'src/a.txt'), 'mended by the verifier\n');
  on.write(join(path, '.gitignore'), 'build\n');
  on.commit(path, 'A commit of the verifier');
  on.git(path, 'checkout', '-q', '-b', 'of-the-verifier');
  on.write(join(path, 'build/out.txt'), 'ignored\n');
  on.write(join(path, 'inner/file.txt'), 'in a repository of its own\n');
  on.git(join(path, 'inner'), 'init', '-q');
  on.write(join(path, 'src/b.txt'), 'not committed\n');
  const inode = on.git(path, 'rev-parse', '--show-toplevel');

  await on.open().ensureReady({ ...verifier, baseCommit: second });
  expect([on.git(path, 'rev-parse', 'HEAD'), statusOf(verifier)]).toEqual([second, '']);
  expect([existsSync(join(path, 'build')), existsSync(join(path, 'inner'))]).toEqual([false, false]);
  expect(on.git(path, 'rev-parse', '--show-toplevel')).toBe(inode);
});

test('it gets what the project provisions, each time', async () => {
  on.write(join(on.project, '.env'), 'KEY=1\n');
  const workspaces = on.open({ provision: { copy: ['.env'], install: null } });
  for (const baseCommit of [first, second]) {
    await workspaces.ensureReady({ ...verifier, baseCommit });
    expect(readFileSync(join(verifier.path, '.env'), 'utf8')).toBe('KEY=1\n');
  }
});

test('it is made again where its folder, or what git knows of it, is gone', async () => {
  await on.workspaces.ensureReady(verifier);
  rmSync(verifier.path, { recursive: true });
  await on.workspaces.ensureReady(verifier);
  expect(statusOf(verifier)).toBe('');
  rmSync(join(on.project, '.git/worktrees'), { recursive: true });
  await on.workspaces.ensureReady(verifier);
  expect(statusOf(verifier)).toBe('');
});

test('a release removes it without a rescue, and twice is once', async () => {
  await on.workspaces.ensureReady(verifier);
  on.write(join(verifier.path, 'src/a.txt'), 'changed\n');
  expect(await on.workspaces.isCommitted(verifier)).toBe(true);
  expect(await on.workspaces.ensureReleased(verifier)).toEqual({ rescue: null });
  expect(await on.workspaces.ensureReleased(verifier)).toEqual({ rescue: null });
  expect([existsSync(verifier.path), await on.workspaces.listRescues()]).toEqual([false, []]);
  expect(on.git(on.project, 'worktree', 'list')).not.toContain(verifier.path);
});

test('a folder that is not one of ours stays as it is', async () => {
  const path = join(on.base, 'of-the-person');
  mkdirSync(path);
  on.write(join(path, 'diary.txt'), 'mine\n');
  for (const call of ['ensureReady', 'ensureReleased'] as const) {
    await expect(on.workspaces[call]({ ...verifier, path })).rejects.toMatchObject({
      code: 'workspace-not-ours',
    });
  }
  expect(readFileSync(join(path, 'diary.txt'), 'utf8')).toBe('mine\n');
});

const PATHS = ['src/a.txt', 'src/', 'no/such.txt', 'agents/x/task_output/a.md'];

test('what a role has committed is told by its branch, with hashes that git has', async () => {
  const doer = on.workspace('d1');
  await on.workspaces.ensureReady(doer);
  const seen = await on.workspaces.observeSubmission(doer, PATHS);
  expect(seen).toMatchObject({ commit: doer.baseCommit, isOnBranch: true, changed: [], untracked: [] });
  expect(seen.hashes).toEqual(
    new Map([
      ['src/a.txt', on.git(on.project, 'rev-parse', 'HEAD:src/a.txt')],
      ['src/', on.git(on.project, 'rev-parse', 'HEAD:src')],
      ['no/such.txt', null],
      ['agents/x/task_output/a.md', null],
    ]),
  );
});

test('what is not committed is told apart, and files of the plan are found without a commit', async () => {
  const doer = on.workspace('d1');
  await on.workspaces.ensureReady(doer);
  on.write(join(doer.path, 'src/a.txt'), 'changed\n');
  on.write(join(doer.path, 'new.txt'), 'new\n');
  on.write(join(doer.path, 'orchestration/agents/x/task_output/a.md'), 'told\n');
  const seen = await on.workspaces.observeSubmission(doer, PATHS);
  expect(seen.changed).toEqual(['src/a.txt']);
  expect(seen.untracked).toEqual(['new.txt', 'orchestration/agents/x/task_output/a.md']);
  expect(seen.hashes.get('agents/x/task_output/a.md')).toMatch(/^sha256:[0-9a-f]{64}$/);
  on.git(doer.path, 'checkout', '-qf', '--detach', 'HEAD~1');
  expect((await on.workspaces.observeSubmission(doer, [])).isOnBranch).toBe(false);
});

test('a link on the way to a file of the plan leads nowhere', async () => {
  const doer = on.workspace('d1');
  await on.workspaces.ensureReady(doer);
  on.write(join(on.base, 'outside/a.md'), 'secret\n');
  on.write(join(doer.path, 'orchestration/agents/x/other.txt'), '');
  symlinkSync(join(on.base, 'outside'), join(doer.path, 'orchestration/agents/x/task_output'));
  const seen = await on.workspaces.observeSubmission(doer, PATHS);
  expect(seen.hashes.get('agents/x/task_output/a.md')).toBeNull();
});
