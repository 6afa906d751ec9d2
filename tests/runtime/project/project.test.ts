import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Fault } from '../../../src/domain/fault.ts';
import { ensureProject, ensureRuntimeDir } from '../../../src/runtime/project/ensure-project.ts';
import { findProject } from '../../../src/runtime/project/find-project.ts';
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { ODD_THINGS } from '../agent-files/odd-things.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-project-')));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function folder(...names: string[]): string {
  const path = join(base, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

function file(content: string, ...names: string[]): string {
  const path = join(base, ...names);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

test('an empty .git folder makes no project', () => {
  folder('outer', '.git');
  expect(findProject(folder('outer', 'inner'))).toBeNull();
});

test('the nearest folder with .swarm/ is the root', () => {
  folder('outer', '.swarm');
  folder('outer', 'inner', '.swarm');
  const here = folder('outer', 'inner', 'a', 'b');
  expect(findProject(here)).toEqual({ root: join(base, 'outer', 'inner'), because: 'swarm-folder' });
});

test('a nearer configuration file wins over a farther .swarm/', () => {
  folder('outer', '.swarm');
  file('{}', 'outer', 'inner', 'swarm.config.json');
  const here = folder('outer', 'inner', 'a');
  expect(findProject(here)).toEqual({ root: join(base, 'outer', 'inner'), because: 'config-file' });
});

test('without either, the top of the repository is the root', () => {
  file('ref: refs/heads/main\n', 'repository', '.git', 'HEAD');
  expect(findProject(folder('repository', 'src', 'deep'))).toEqual({
    root: join(base, 'repository'),
    because: 'git',
  });
});

test('a .swarm/ above a repository wins over the repository', () => {
  folder('.swarm');
  folder('repository', '.git');
  expect(findProject(folder('repository', 'src'))?.root).toBe(base);
});

test('a file called .swarm is no project', () => {
  file('', 'here', '.swarm');
  expect(findProject(folder('here'))).toBeNull();
});

test('nothing upward means none', () => {
  expect(findProject(base)).toBeNull();
});

test('a link to a folder leads to the real project', () => {
  folder('project', '.swarm');
  folder('project', 'src');
  symlinkSync(join(base, 'project', 'src'), join(base, 'link'));
  expect(findProject(join(base, 'link'))?.root).toBe(join(base, 'project'));
});

test('a folder that is not there is a fault', () => {
  expect(() => findProject(join(base, 'nowhere'))).toThrow(
    expect.objectContaining({ code: 'folder-missing' }),
  );
});

test('inside a workspace, its project counts and not the configuration in the checkout', () => {
  folder('project', '.swarm');
  file('{}', 'project', '.swarm', 'worktrees', 'run', 'role', 'swarm.config.json');
  const here = folder('project', '.swarm', 'worktrees', 'run', 'role', 'src');
  expect(findProject(here)).toEqual({ root: join(base, 'project'), because: 'workspace' });
});

test('a workspace elsewhere is known by the mark in its git folder', () => {
  folder('project', '.swarm');
  file('../..\n', 'project', '.git', 'worktrees', 'role', 'commondir');
  file(`${join(base, 'project')}\n`, 'project', '.git', 'worktrees', 'role', 'swarm-project');
  file(`gitdir: ${join(base, 'project', '.git', 'worktrees', 'role')}\n`, 'elsewhere', 'run', 'role', '.git');
  file('{}', 'elsewhere', 'run', 'role', 'swarm.config.json');
  expect(findProject(folder('elsewhere', 'run', 'role', 'src'))).toEqual({
    root: join(base, 'project'),
    because: 'workspace',
  });
});

/** As `git worktree add` leaves it: the worktree leads to git's folder, and that leads back. */
function linkWorktree(name: string, { back = name }: { back?: string } = {}): void {
  file('../..\n', 'project', '.git', 'worktrees', name, 'commondir');
  file(`${join(base, back, '.git')}\n`, 'project', '.git', 'worktrees', name, 'gitdir');
  file(`gitdir: ${join(base, 'project', '.git', 'worktrees', name)}\n`, name, '.git');
}

test("a person's own worktree is a project of its own where the main one has none", () => {
  linkWorktree('mine');
  expect(findProject(folder('mine'))).toEqual({ root: join(base, 'mine'), because: 'git' });
});

test('a linked worktree belongs to the project of the main one, whatever was checked out in it', () => {
  folder('project', '.swarm');
  linkWorktree('mine');
  file('{}', 'mine', 'swarm.config.json');
  expect(findProject(folder('mine', 'src'))).toEqual({ root: join(base, 'project'), because: 'worktree' });
});

test('so does one of a repository in a folder of the project, and of a project in a folder of it', () => {
  folder('.swarm');
  linkWorktree('mine');
  expect(findProject(folder('mine'))?.root).toBe(base);
  folder('project', 'package', '.swarm');
  expect(findProject(folder('mine', 'package', 'src'))?.root).toBe(join(base, 'project', 'package'));
});

test('a linked worktree with a .swarm/ of its own is a project of its own', () => {
  folder('project', '.swarm');
  linkWorktree('mine');
  folder('mine', '.swarm');
  expect(findProject(folder('mine', 'src'))).toEqual({ root: join(base, 'mine'), because: 'swarm-folder' });
});

test('a .git file that nothing leads back to, as in a copy or a forgery, leads to no other project', () => {
  folder('project', '.swarm');
  linkWorktree('forged', { back: 'mine' });
  folder('mine');
  expect(findProject(folder('forged'))).toEqual({ root: join(base, 'forged'), because: 'git' });
});

test('a forged folder of git beside the forged .git file leads to no other project either', () => {
  folder('project', '.swarm');
  folder('project', '.git', 'worktrees');
  file(`gitdir: ${join(base, 'forged', 'admin', 'x')}\n`, 'forged', '.git');
  file(`${join(base, 'project', '.git')}\n`, 'forged', 'admin', 'x', 'commondir');
  file(`${join(base, 'forged', '.git')}\n`, 'forged', 'admin', 'x', 'gitdir');
  expect(findProject(folder('forged'))).toEqual({ root: join(base, 'forged'), because: 'git' });
});

test('a repository below a linked worktree is not part of the worktree', () => {
  folder('project', '.swarm');
  linkWorktree('mine');
  file('ref: refs/heads/main\n', 'mine', 'vendor', '.git', 'HEAD');
  expect(findProject(folder('mine', 'vendor'))).toEqual({
    root: join(base, 'mine', 'vendor'),
    because: 'git',
  });
});

test('.swarm/ is made for its owner alone and hides itself from git', () => {
  const paths = projectPaths(base);
  execFileSync('git', ['init', '-q', base]);
  ensureProject(paths);
  writeFileSync(paths.dbFile, '');

  expect(statSync(paths.swarmDir).mode & 0o777).toBe(0o700);
  expect(execFileSync('git', ['-C', base, 'status', '--porcelain', '-uall']).toString()).toBe('');
});

test('twice is once, also after a death in the middle', () => {
  const paths = projectPaths(base);
  mkdirSync(paths.swarmDir, { mode: 0o755 });
  ensureProject(paths);
  ensureProject(paths);

  expect(statSync(paths.swarmDir).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(paths.swarmDir, '.gitignore'), 'utf8')).toBe('*\n');
  expect(readdirSync(paths.swarmDir)).toEqual(['.gitignore', 'project.json']);
});

test.each(Object.entries(ODD_THINGS))('%s in the place of .gitignore gives way to one', async (_, make) => {
  const paths = projectPaths(base);
  ensureProject(paths);
  const ignored = join(paths.swarmDir, '.gitignore');
  rmSync(ignored);
  const outside = join(base, 'theirs');
  writeFileSync(outside, 'theirs');
  await make(ignored, outside);
  ensureProject(paths);
  expect(lstatSync(ignored).isFile()).toBe(true);
  expect([readFileSync(ignored, 'utf8'), readFileSync(outside, 'utf8')]).toEqual(['*\n', 'theirs']);
});

test('a file in the place of .swarm/ is a fault', () => {
  file('', '.swarm');
  expect(() => ensureProject(projectPaths(base))).toThrow(
    expect.objectContaining({ code: 'project-not-ours' }),
  );
});

test('a root that cannot be written is a fault', () => {
  const root = file('', 'not-a-folder');
  expect(() => ensureProject({ root, swarmDir: join(root, '.swarm') })).toThrow(Fault);
});

test('a project that lies too deep for SQLite is a fault that says how deep it may lie', () => {
  const root = join(base, 'd'.repeat(200), 'e'.repeat(200), 'f'.repeat(100));
  expect(() => ensureProject({ root, swarmDir: join(root, '.swarm') })).toThrow(
    expect.objectContaining({ code: 'path-too-long', hint: expect.stringContaining('at most 480 bytes') }),
  );
});

test('a .swarm/ of another user is a fault that says how to make it ours', () => {
  const paths = projectPaths(base);
  // Root can give a folder away; other users have one folder that is never theirs.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder('.swarm'), 12_345, 12_345);
  const swarmDir = isRoot ? paths.swarmDir : '/';
  expect(() => ensureProject({ root: base, swarmDir })).toThrow(
    expect.objectContaining({ code: 'project-not-ours', hint: expect.stringContaining('chown') }),
  );
});

test('the folder of sockets is made for its owner alone, and narrowed when it is wider', () => {
  const paths = projectPaths(base, { runtimeDir: join(base, 'a', 'b') });
  ensureRuntimeDir(paths);
  chmodSync(paths.runtimeDir, 0o777);
  ensureRuntimeDir(paths);
  expect(statSync(paths.runtimeDir).mode & 0o777).toBe(0o700);
});

test('a link in the place of the folder of sockets is a fault', () => {
  symlinkSync(folder('real'), join(base, 'link'));
  expect(() => ensureRuntimeDir({ runtimeDir: join(base, 'link') })).toThrow(
    expect.objectContaining({ code: 'runtime-dir-not-ours' }),
  );
});

test('however deep a project lies, its socket path is short', () => {
  const deep = folder(...Array.from({ length: 20 }, () => 'some-quite-long-folder-name'));
  expect(projectPaths(deep).socketFile.length).toBeLessThan(60);
  expect(projectPaths(deep).tmuxSocketName).toMatch(/^swarm-[0-9a-f]{16}$/);
});

test('a project has one socket, by whatever link it is reached, and another one has another', () => {
  folder('project');
  symlinkSync(join(base, 'project'), join(base, 'link'));
  expect(projectPaths(join(base, 'link'))).toEqual(projectPaths(join(base, 'project')));
  expect(projectPaths(folder('other')).socketFile).not.toBe(projectPaths(join(base, 'project')).socketFile);
});

test('configured paths are taken from the root', () => {
  const paths = projectPaths(base, { worktrees: '../trees', sessions: '/var/sessions', outputs: 'out' });
  expect(paths).toMatchObject({
    worktreesDir: join(dirname(base), 'trees'),
    sessionsDir: '/var/sessions',
    outputsDir: join(base, 'out'),
    archiveDir: join(base, '.swarm', 'archive'),
  });
  expect(existsSync(paths.worktreesDir)).toBe(false);
});
