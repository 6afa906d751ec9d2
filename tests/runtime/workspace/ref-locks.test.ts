import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { type Fixture, makeFixture } from './fixture.ts';

let on: Fixture;
let workspace: Workspace;
beforeEach(() => {
  on = makeFixture();
  workspace = on.workspace('s1');
});
afterEach(() => on.remove());

/** As a git leaves it that is killed between the making of its lock and the rename. */
function leaveLock(name: string): string {
  const file = join(on.project, '.git', `${name}.lock`);
  on.write(file, '');
  return file;
}

async function workIn(): Promise<void> {
  await on.workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'new.txt'), 'new\n');
  on.git(workspace.path, 'init', '--quiet', join(workspace.path, 'inside'));
  on.write(join(workspace.path, 'inside/file'), 'inside\n');
  const identity = ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.org'];
  on.git(join(workspace.path, 'inside'), 'add', '--all');
  on.git(join(workspace.path, 'inside'), ...identity, 'commit', '--quiet', '--message=inside');
}

test('locks that a killed git left at the refs of a rescue are no obstacle to the release', async () => {
  await workIn();
  const inner = 'refs/swarm/inner/s1/1/1/HEAD';
  const locks = ['refs/swarm/rescue/s1/1', inner].map(leaveLock);
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  expect(rescue?.ref).toBe('refs/swarm/rescue/s1/1');
  expect(on.files(rescue?.ref ?? '')).toMatchObject({ 'new.txt': 'new' });
  expect(on.git(on.project, 'log', '--format=%s', inner)).toBe('inside');
  expect(locks.filter((lock) => existsSync(lock))).toEqual([]);
});

test.each(['a new branch', 'a branch that is there'])('nor to a workspace on %s', async (which) => {
  if (which !== 'a new branch') on.git(on.project, 'branch', workspace.branch, workspace.baseCommit);
  const lock = leaveLock(`refs/heads/${workspace.branch}`);
  await on.workspaces.ensureReady(workspace);
  expect(existsSync(lock)).toBe(false);
  on.commit(workspace.path, 'An agent can commit.');
});

test('nor to the end of a branch; where a worktree has it checked out, the lock stays', async () => {
  await on.workspaces.ensureReady(workspace);
  const lock = leaveLock(`refs/heads/${workspace.branch}`);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'kept', commits: 0 });
  expect(existsSync(lock)).toBe(true);
  await on.workspaces.ensureReleased(workspace);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'deleted', commits: 0 });
  expect(existsSync(lock)).toBe(false);
});

test('a lock that may be that of a person is left, and named by the fault', async () => {
  await on.workspaces.ensureReady(workspace);
  await on.workspaces.ensureReleased(workspace);
  on.git(on.project, 'pack-refs', '--all');
  const lock = leaveLock('packed-refs');
  await expect(on.workspaces.ensureBareBranchGone(workspace)).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining('packed-refs.lock'),
  });
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'deleted', commits: 0 });
});

test('no link leads to a file elsewhere, and nothing but a lock is removed', async () => {
  await workIn();
  const elsewhere = join(on.base, 'elsewhere');
  on.write(join(elsewhere, 'short.lock'), '');
  mkdirSync(join(on.project, '.git/refs/swarm'), { recursive: true });
  symlinkSync(elsewhere, join(on.project, '.git/refs/swarm/linked'));
  const long = join(on.project, '.git/refs/swarm/long.lock');
  on.write(long, 'x'.repeat(100));
  await on.workspaces.ensureReleased(workspace);
  expect([join(elsewhere, 'short.lock'), long].map((file) => existsSync(file))).toEqual([true, true]);
});

test('nor where the folder of our branches is such a link', async () => {
  const elsewhere = join(on.base, 'elsewhere');
  on.write(join(elsewhere, 'role-s1.lock'), '');
  symlinkSync(elsewhere, join(on.project, '.git/refs/heads/swarm'));
  await expect(on.workspaces.ensureReady(workspace)).rejects.toMatchObject({ code: 'git-failed' });
  expect(existsSync(join(elsewhere, 'role-s1.lock'))).toBe(true);
});
