import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { type Fixture, makeFixture } from './fixture.ts';

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

async function release(): Promise<string> {
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  expect(on.git(on.project, 'worktree', 'list', '--porcelain')).not.toContain(workspace.path);
  expect(on.git(on.project, 'fsck', '--no-dangling', '--no-progress')).toBe('');
  return rescue?.ref ?? expect.fail('nothing was rescued');
}

const messageOf = (ref: string): string => on.git(on.project, 'show', '--no-patch', '--format=%B', ref);
const holds = (commit: string): string =>
  on.git(on.project, 'for-each-ref', '--contains', commit, '--format=%(refname)');

test('files of a repository inside are saved with its commits, and it is named', async () => {
  const inside = at('lib/tool');
  mkdirSync(inside, { recursive: true });
  on.git(inside, 'init', '--quiet', '--initial-branch=trunk');
  on.write(join(inside, 'code.c'), 'first\n');
  const commit = on.commit(inside, 'inside');
  on.write(join(inside, 'code.c'), 'second\n');
  on.write(join(inside, 'deep/er/x'), 'deep\n');
  on.git(inside, 'init', '--quiet', join(inside, 'deep/er'));

  const ref = await release();

  expect(on.files(ref)).toEqual({ ...BASE, 'lib/tool/code.c': 'second', 'lib/tool/deep/er/x': 'deep' });
  expect(holds(commit)).toContain('refs/swarm/inner/s1/1/1/heads/trunk');
  expect(messageOf(ref)).toMatch(
    /Repositories inside:\n {2}lib\/tool, at [0-9a-f]{40}: .*refs\/swarm\/inner\/s1\/1\/1\n/,
  );
  expect(messageOf(ref)).toContain('lib/tool/deep/er, no commit');
});

test('a clone with nothing of its own is named, and its history is left to its remote', async () => {
  on.git(workspace.path, 'clone', '--quiet', on.project, at('copy'));
  const ref = await release();
  expect(on.files(ref)['copy/README']).toBe('read me');
  expect(on.git(on.project, 'for-each-ref', 'refs/swarm/inner')).toBe('');
  expect(messageOf(ref)).toContain('copy, at');
});

test('the stash of a repository inside is kept', async () => {
  on.git(workspace.path, 'clone', '--quiet', on.project, at('copy'));
  on.write(at('copy/README'), 'stashed\n');
  on.git(at('copy'), '-c', 'user.name=A', '-c', 'user.email=a@b', 'stash', '--quiet');
  await release();
  expect(on.files('refs/swarm/inner/s1/1/1/stash').README).toBe('stashed');
});

test('a repository that an agent put in the place of ours is saved, history too', async () => {
  rmSync(at('.git'));
  on.git(workspace.path, 'init', '--quiet', '--initial-branch=mine');
  on.write(at('own.txt'), 'x\n');
  const commit = on.commit(workspace.path, 'own');
  const ref = await release();
  expect(on.files(ref)).toEqual({ ...BASE, 'own.txt': 'x' });
  expect(holds(commit)).toContain('refs/swarm/inner/s1/1/1/heads/mine');
});

test('a repository over tracked files is saved, history too', async () => {
  on.git(at('src'), 'init', '--quiet', '--initial-branch=mine');
  const commit = on.commit(at('src'), 'own');
  await release();
  expect(holds(commit)).toContain('refs/swarm/inner/s1/1/1/heads/mine');
});

test('a worktree of the same repository inside a workspace is saved', async () => {
  on.git(workspace.path, 'worktree', 'add', '--quiet', '--detach', at('second'));
  on.write(at('second/x.txt'), 'x\n');
  const commit = on.commit(at('second'), 'inner');
  const ref = await release();
  expect(on.files(ref)['second/x.txt']).toBe('x');
  expect(holds(commit)).toBe('refs/swarm/inner/s1/1/1/HEAD');
});

test('changes and commits of a submodule are kept', async () => {
  const library = join(on.base, 'library');
  mkdirSync(library);
  on.git(library, 'init', '--quiet');
  on.write(join(library, 'lib.txt'), 'lib\n');
  on.commit(library, 'lib');
  const allow = ['-c', 'protocol.file.allow=always'];
  on.git(workspace.path, ...allow, 'submodule', '--quiet', 'add', library, 'lib');
  on.commit(workspace.path, 'with submodule');
  on.write(at('lib/lib.txt'), 'committed\n');
  const commit = on.commit(at('lib'), 'own');
  on.write(at('lib/lib.txt'), 'not committed\n');

  const ref = await release();

  expect(on.files(ref).lib).toBe(`160000 ${commit}`);
  expect(on.files('refs/swarm/inner/s1/1/1/files')).toEqual({ 'lib.txt': 'not committed' });
  expect(holds(commit)).toContain('refs/swarm/inner/s1/1/1/HEAD');
});
