import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { observeIdentity } from '../../../src/runtime/process/identity.ts';
import { findProject } from '../../../src/runtime/project/find-project.ts';
import { type Fixture, makeFixture, readIfThere } from './fixture.ts';

let on: Fixture;
beforeEach(() => {
  on = makeFixture();
});
afterEach(() => on.remove());

test('HEAD is the commit that workspaces start from', async () => {
  expect(await on.workspaces.observeHead()).toBe(on.git(on.project, 'rev-parse', 'HEAD'));
});

test('a folder outside any repository is a fault that names it', async () => {
  const project = join(on.base, 'plain');
  mkdirSync(project);
  await expect(on.open({ project }).observeHead()).rejects.toMatchObject({
    code: 'not-a-repository',
    message: project,
  });
});

test('a repository without a commit is a fault that names it', async () => {
  const project = join(on.base, 'empty');
  on.git(on.base, 'init', '--quiet', project);
  await expect(on.open({ project }).observeHead()).rejects.toMatchObject({
    code: 'no-commit-yet',
    message: project,
  });
});

test('no git on the PATH is a fault of its own', async () => {
  const env = { ...on.env, PATH: join(on.base, 'nothing') };
  await expect(on.open({ env }).observeHead()).rejects.toMatchObject({ code: 'git-missing' });
});

test('an old git is a fault of its own', async () => {
  const bin = join(on.base, 'bin');
  on.write(join(bin, 'git'), '#!/bin/sh\necho git version 2.19.4\n');
  chmodSync(join(bin, 'git'), 0o755);
  const env = { ...on.env, PATH: bin };
  await expect(on.open({ env }).observeHead()).rejects.toMatchObject({
    code: 'git-too-old',
    message: '2.19.4',
  });
});

test("a caller inside a git command does not lend us that command's repository", async () => {
  const env = { ...on.env, GIT_DIR: '/nonexistent', GIT_WORK_TREE: '/', GIT_INDEX_FILE: '/dev/null' };
  expect(await on.open({ env }).observeHead()).toBe(on.git(on.project, 'rev-parse', 'HEAD'));
});

test('a workspace is a full checkout of the base on its own branch', async () => {
  const workspace = on.workspace('s1', { baseCommit: on.git(on.project, 'rev-parse', 'HEAD~1') });
  await on.workspaces.ensureReady(workspace);

  expect(on.git(workspace.path, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe(workspace.branch);
  expect(on.git(workspace.path, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
  expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');
  expect(readFileSync(join(workspace.path, 'src/a.txt'), 'utf8')).toBe('one\n');
  expect(on.git(on.project, 'status', '--porcelain')).toBe('');
});

test('twice is once, and never touches what was changed since', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'src/a.txt'), 'changed\n');
  rmSync(join(workspace.path, 'src/b.txt'));

  await on.workspaces.ensureReady(workspace);
  await on.open().ensureReady(workspace);

  expect(on.git(workspace.path, 'status', '--porcelain')).toBe(' M src/a.txt\n D src/b.txt');
});

test('nothing of ours shows in the checkout', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  expect(on.git(workspace.path, 'status', '--porcelain', '--ignored')).toBe('');
});

test('from inside a workspace the project is found, wherever the workspace lies', async () => {
  on.write(join(on.project, 'swarm.config.json'), '{}');
  on.git(on.project, 'add', 'swarm.config.json');
  on.git(on.project, 'commit', '--quiet', '--message=configured');
  const workspace = on.workspace('s1', { path: join(on.base, 'elsewhere', 'run', 'role') });
  await on.workspaces.ensureReady(workspace);

  expect(findProject(join(workspace.path, 'src'))).toEqual({ root: on.project, because: 'workspace' });
});

test('a branch that is there already is taken up where it is', async () => {
  const workspace = on.workspace('s1');
  on.git(on.project, 'branch', workspace.branch, 'HEAD~1');
  await on.workspaces.ensureReady(workspace);
  expect(on.git(workspace.path, 'rev-parse', 'HEAD')).toBe(on.git(on.project, 'rev-parse', 'HEAD~1'));
});

test('a deleted folder is made again, and what was staged in it is rescued', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'new.txt'), 'staged\n');
  on.git(workspace.path, 'add', 'new.txt');
  rmSync(workspace.path, { recursive: true });

  await on.workspaces.ensureReady(workspace);

  expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');
  const [rescue] = await on.workspaces.listRescues();
  expect(on.files(rescue?.ref ?? '')).toMatchObject({ 'new.txt': 'staged' });
});

test('a branch that git believes to be checked out in a lost folder elsewhere is free again', async () => {
  const before = on.workspace('s1', { path: join(on.base, 'old', 'role') });
  await on.workspaces.ensureReady(before);
  rmSync(before.path, { recursive: true });

  const now = on.workspace('s1');
  await on.workspaces.ensureReady(now);

  expect(on.git(now.path, 'status', '--porcelain')).toBe('');
});

test('a .git link that an agent removed is put back, and its work stays', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'src/a.txt'), 'changed\n');
  rmSync(join(workspace.path, '.git'));

  await on.workspaces.ensureReady(workspace);

  expect(on.git(workspace.path, 'status', '--porcelain')).toBe(' M src/a.txt');
});

test('a folder with foreign files is refused and stays', async () => {
  const workspace = on.workspace('s1');
  on.write(join(workspace.path, 'theirs.txt'), 'x');
  await expect(on.workspaces.ensureReady(workspace)).rejects.toMatchObject({ code: 'workspace-taken' });
  expect(readdirSync(workspace.path)).toEqual(['theirs.txt']);
});

test("a person's own worktree on another branch is refused and stays", async () => {
  const workspace = on.workspace('s1');
  on.git(on.project, 'worktree', 'add', '--quiet', '-b', 'mine', workspace.path);
  await expect(on.workspaces.ensureReady(workspace)).rejects.toMatchObject({ code: 'workspace-taken' });
  expect(on.git(workspace.path, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('mine');
});

test("a person's own worktree on the right branch is taken as it is, changes and all", async () => {
  const workspace = on.workspace('s1');
  on.git(on.project, 'worktree', 'add', '--quiet', '-b', workspace.branch, workspace.path);
  on.write(join(workspace.path, 'src/a.txt'), 'changed\n');
  await on.workspaces.ensureReady(workspace);
  expect(on.git(workspace.path, 'status', '--porcelain')).toBe(' M src/a.txt');
});

test.each(['locked', 'HEAD'])('a worktree that git left half made (%s) is made again', async (what) => {
  const workspace = on.workspace('s1');
  on.git(on.project, 'worktree', 'add', '--quiet', '--no-checkout', '-b', workspace.branch, workspace.path);
  const adminDir = on.git(workspace.path, 'rev-parse', '--git-dir');
  if (what === 'HEAD') rmSync(join(adminDir, 'HEAD'));
  else on.write(join(adminDir, 'locked'), 'initializing');

  await on.workspaces.ensureReady(workspace);

  expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');
  expect(on.git(on.project, 'worktree', 'list', '--porcelain')).not.toMatch(/^locked/m);
});

test('an unknown base is a fault with the words of git', async () => {
  const workspace = on.workspace('s1', { baseCommit: 'f'.repeat(40) });
  await expect(on.workspaces.ensureReady(workspace)).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining('f'.repeat(40)),
  });
});

test("the repository's hooks do not run", async () => {
  const hook = join(on.project, '.git/hooks/post-checkout');
  on.write(hook, `#!/bin/sh\ntouch ${join(on.base, 'hooked')}\nexit 1\n`);
  chmodSync(hook, 0o755);
  await on.workspaces.ensureReady(on.workspace('s1'));
  expect(existsSync(join(on.base, 'hooked'))).toBe(false);
});

test('a project below the top of its repository gets workspaces of the whole', async () => {
  const project = join(on.project, 'src');
  const workspace = on.workspace('s1');
  const below = on.open({
    project,
    provision: { copy: ['local.secret'], install: ['sh', '-c', 'pwd > where'] },
  });
  on.write(join(project, 'local.secret'), 'key');
  await below.ensureReady(workspace);

  expect(readFileSync(join(workspace.path, 'README'), 'utf8')).toBe('read me\n');
  expect(readFileSync(join(workspace.path, 'src/local.secret'), 'utf8')).toBe('key');
  expect(readFileSync(join(workspace.path, 'src/where'), 'utf8')).toBe(`${join(workspace.path, 'src')}\n`);
});

test('files that the project names are copied, with their kind, and tracked ones are not', async () => {
  on.write(join(on.project, 'key.secret'), 'key');
  on.write(join(on.project, 'ignored/deep/tool'), '#!/bin/sh\n');
  chmodSync(join(on.project, 'ignored/deep/tool'), 0o755);
  symlinkSync('deep/tool', join(on.project, 'ignored/link'));
  on.write(join(on.project, 'src/a.txt'), 'changed in the project\n');
  on.write(join(on.project, 'other.secret'), 'not named');
  const named = on.open({
    provision: { copy: ['key.*', './ignored/', 'src/a.txt', 'missing'], install: null },
  });
  const workspace = on.workspace('s1');
  await named.ensureReady(workspace);

  expect(readIfThere(join(workspace.path, 'key.secret'))).toBe('key');
  expect(readIfThere(join(workspace.path, 'ignored/link'))).toBe('#!/bin/sh\n');
  expect(readIfThere(join(workspace.path, 'other.secret'))).toBeNull();
  expect(readIfThere(join(workspace.path, 'src/a.txt'))).toBe('one\nmore\n');
  expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');
});

test('a named file that only the workspace tracks keeps the content of its commit', async () => {
  const workspace = on.workspace('s1');
  on.git(on.project, 'rm', '--quiet', '--cached', 'src/b.txt');
  on.git(on.project, 'commit', '--quiet', '--message=no longer tracked');
  on.write(join(on.project, 'src/b.txt'), 'local\n');
  await on.open({ provision: { copy: ['src/b.txt'], install: null } }).ensureReady(workspace);
  expect(readIfThere(join(workspace.path, 'src/b.txt'))).toBe('two\n');
});

test('everything named still leaves .swarm/ alone', async () => {
  on.write(join(on.project, '.swarm/swarm.db'), 'rows');
  const workspace = on.workspace('s1');
  await on.open({ provision: { copy: ['**'], install: null } }).ensureReady(workspace);
  expect(existsSync(join(workspace.path, '.swarm'))).toBe(false);
});

test('a name outside the project is refused', async () => {
  const outside = on.open({ provision: { copy: ['../home'], install: null } });
  await expect(outside.ensureReady(on.workspace('s1'))).rejects.toMatchObject({ code: 'git-failed' });
});

test('the install command runs once, in the workspace', async () => {
  const installing = on.open({
    provision: { copy: [], install: ['sh', '-c', 'echo done >> ignored.secret'] },
  });
  const workspace = on.workspace('s1');
  await installing.ensureReady(workspace);
  await installing.ensureReady(workspace);
  expect(readIfThere(join(workspace.path, 'ignored.secret'))).toBe('done\n');
});

test('a failed install is a fault with its output, and the next try runs it again', async () => {
  const failing = on.open({ provision: { copy: [], install: ['sh', '-c', 'echo no network; exit 3'] } });
  const workspace = on.workspace('s1');
  await expect(failing.ensureReady(workspace)).rejects.toMatchObject({
    code: 'provision-failed',
    message: expect.stringMatching(/ended with 3\nno network/),
  });
  await expect(failing.ensureReady(workspace)).rejects.toMatchObject({ code: 'provision-failed' });

  await on.workspaces.ensureReady(workspace);
  expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');
});

test('an install command that is not there is a fault', async () => {
  const failing = on.open({ provision: { copy: [], install: ['no-such-program'] } });
  await expect(failing.ensureReady(on.workspace('s1'))).rejects.toMatchObject({
    code: 'provision-failed',
    message: expect.stringContaining('ENOENT'),
  });
});

test('an install that outlived its starter is ended before the next one begins', async () => {
  const workspace = on.workspace('s1');
  const failing = on.open({ provision: { copy: [], install: ['false'] } });
  await expect(failing.ensureReady(workspace)).rejects.toMatchObject({ code: 'provision-failed' });
  const adminDir = on.git(workspace.path, 'rev-parse', '--git-dir');
  const identityFile = join(adminDir, 'swarm-install.json');
  const env = { ...process.env, SWARM_COMMAND_FILE: identityFile };
  const left = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env });
  const ended = new Promise((resolve) => left.once('exit', (_, signal) => resolve(signal)));
  const identity = await observeIdentity(left.pid ?? 0);
  on.write(identityFile, JSON.stringify(identity));

  await on.open({ provision: { copy: [], install: ['true'] } }).ensureReady(workspace);

  expect(await ended).toBe('SIGKILL');
});
