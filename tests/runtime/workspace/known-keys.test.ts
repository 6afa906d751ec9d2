import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Git, type GitCall, openGit } from '../../../src/runtime/workspace/git.ts';
import { rememberKeys } from '../../../src/runtime/workspace/known-keys.ts';
import { type Fixture, makeFixture } from './fixture.ts';

let on: Fixture;
let call: GitCall;
let asked: number;
beforeEach(async () => {
  on = makeFixture();
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  call = { gitDir: on.git(workspace.path, 'rev-parse', '--absolute-git-dir'), workTree: workspace.path };
  asked = 0;
});
afterEach(() => on.remove());

function open(): (of?: GitCall) => Promise<readonly string[]> {
  const git = openGit(on.env);
  const run: Git['run'] = (args, of) => {
    asked += 1;
    return git.run(args, of);
  };
  const find = rememberKeys(run);
  return async (of = call) => (await find(of)).map(({ key, value }) => `${key}=${value}`);
}

test('git is asked once for what its configuration would run, whichever worktree is meant', async () => {
  on.git(on.project, 'config', 'filter.a.clean', 'one');
  const other = on.workspace('s2');
  await on.workspaces.ensureReady(other);
  const keys = open();
  expect(await keys()).toEqual(['filter.a.clean=one']);
  const gitDir = on.git(other.path, 'rev-parse', '--absolute-git-dir');
  expect(await keys({ gitDir, workTree: other.path })).toEqual(['filter.a.clean=one']);
  expect(asked).toBe(1);
});

test('another value of the same length is seen, though the times of the file were set back', async () => {
  on.git(on.project, 'config', 'filter.a.clean', 'one');
  const keys = open();
  await keys();
  const file = join(on.project, '.git/config');
  const { atime, mtime } = statSync(file);
  on.git(on.project, 'config', 'filter.a.clean', 'two');
  utimesSync(file, atime, mtime);
  expect(await keys()).toEqual(['filter.a.clean=two']);
});

test('what a worktree has for itself is seen, and not taken for that of others', async () => {
  on.git(on.project, 'config', 'extensions.worktreeConfig', 'true');
  const keys = open();
  expect(await keys()).toEqual([]);
  expect(asked).toBe(0);
  on.git(String(call.workTree), 'config', '--worktree', 'filter.b.smudge', 'own');
  expect(await keys()).toEqual(['filter.b.smudge=own']);
  expect(await keys({ gitDir: join(on.project, '.git'), workTree: on.project })).toEqual([]);
});

test('files that it includes are looked at each time, also one that is not there yet', async () => {
  const included = join(on.base, 'included');
  on.git(on.project, 'config', 'include.path', included);
  const keys = open();
  expect(await keys()).toEqual([`include.path=${included}`]);
  on.write(included, '[filter "far"]\n\tclean = far\n');
  expect(await keys()).toEqual([`include.path=${included}`, 'filter.far.clean=far']);
});

test.each([
  '[filter "a"]\n\tclean = x\n',
  '[FILTER.a]\n\tclean = x\n',
  '[core]\n\tbare = false\n[Filter "a"] clean = x\n',
  '\uFEFF[filter "a"]\nclean = x\n',
])('git is asked about a configuration in which a driver may be named: %j', async (text) => {
  on.write(join(on.project, '.git/config.worktree'), '');
  const file = join(on.project, '.git/config');
  const before = readFileSync(file, 'utf8');
  const keys = open();
  on.write(file, text.startsWith('\uFEFF') ? text + before : before + text);
  expect(await keys()).toEqual(['filter.a.clean=x']);
});
