import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import type { Workspaces } from '../../../src/runtime/workspace/workspaces.ts';
import { type Fixture, makeFixture } from './fixture.ts';

const LIMIT = { timeout: 60_000 };
const MOST_STARTS = 7;
const WHOLE = { patchBytes: 100_000, paths: [] };
let on: Fixture;
let workspace: Workspace;

beforeEach(async () => {
  on = makeFixture();
  workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
});
afterEach(() => on.remove());

const at = (...names: string[]): string => join(workspace.path, ...names);

/** One commit, one change that is not committed, one file that git does not know. */
function work(): void {
  on.write(at('src/a.txt'), 'one\nmore\nand more\n');
  on.commit(workspace.path, 'Add more');
  on.write(at('src/b.txt'), 'three\n');
  on.write(at('new file.txt'), 'new\n');
  on.write(at('ignored/x'), 'not told\n');
}

test(
  'a workspace shows commits, changes and new files, and nothing in the repository changes',
  LIMIT,
  async () => {
    work();
    const objects = () => on.git(on.project, 'count-objects', '-v');
    const before = [objects(), on.git(workspace.path, 'status', '--porcelain')];
    const diff = await on.workspaces.observeDiff(workspace, WHOLE);
    expect(diff).toMatchObject({
      source: 'workspace',
      base: workspace.baseCommit,
      commitCount: 1,
      commits: [{ subject: 'Add more' }],
      uncommitted: ['new file.txt', 'src/b.txt'],
      isCut: false,
      unread: [],
    });
    expect(diff?.files).toEqual([
      { path: 'new file.txt', from: null, added: 1, deleted: 0 },
      { path: 'src/a.txt', from: null, added: 1, deleted: 0 },
      { path: 'src/b.txt', from: null, added: 1, deleted: 1 },
    ]);
    expect(diff?.patch).toContain('\n-two\n+three\n');
    expect([objects(), on.git(workspace.path, 'status', '--porcelain')]).toEqual(before);
    expect(existsSync(on.trash(''))).toBe(false);
  },
);

test(
  'without its folder the branch is shown, with its rescue by name; without both, the rescue',
  LIMIT,
  async () => {
    work();
    await on.workspaces.ensureReleased(workspace);
    const onBranch = await on.workspaces.observeDiff(workspace, WHOLE);
    expect(onBranch).toMatchObject({ source: 'branch', commitCount: 1, uncommitted: [], rescue: 's1/1' });
    expect(onBranch?.files.map(({ path }) => path)).toEqual(['src/a.txt']);

    on.git(on.project, 'branch', '-D', workspace.branch);
    const rescued = await on.workspaces.observeDiff(workspace, WHOLE);
    expect(rescued).toMatchObject({ source: 'rescue', commitCount: 1, commits: [{ subject: 'Add more' }] });
    expect(rescued?.uncommitted).toEqual(['new file.txt', 'src/b.txt']);
    expect(rescued?.files).toHaveLength(3);
  },
);

test('where nothing of the work is left there is no diff', LIMIT, async () => {
  await on.workspaces.ensureReleased(workspace);
  await on.workspaces.ensureBareBranchGone(workspace);
  expect(await on.workspaces.observeDiff(workspace, WHOLE)).toBeNull();
});

test(
  'a long patch ends with a whole line and says that it was cut; the list of files is whole',
  LIMIT,
  async () => {
    for (const name of ['x', 'y', 'z']) on.write(at(name), `${name.repeat(40)}\n`.repeat(2_000));
    const diff = await on.workspaces.observeDiff(workspace, { patchBytes: 100_000, paths: [] });
    expect(diff?.isCut).toBe(true);
    expect(diff?.patch?.length).toBeLessThanOrEqual(100_000);
    expect(diff?.patch).toMatch(/^\+y{40}\n$/m);
    expect(diff?.patch?.endsWith(`${'y'.repeat(40)}\n`)).toBe(true);
    expect(diff?.files).toHaveLength(3);
    const stat = await on.workspaces.observeDiff(workspace, { patchBytes: 0, paths: ['z'] });
    expect(stat).toMatchObject({ patch: null, isCut: false, files: [{ path: 'z', added: 2_000 }] });
  },
);

test('changes that the index of the workspace hides are shown', LIMIT, async () => {
  on.write(at('src/a.txt'), 'other\n');
  on.write(at('src/b.txt'), 'else\n');
  on.git(workspace.path, 'update-index', '--assume-unchanged', 'src/a.txt');
  on.git(workspace.path, 'update-index', '--skip-worktree', 'src/b.txt');
  const diff = await on.workspaces.observeDiff(workspace, { patchBytes: 0, paths: [] });
  expect(diff?.uncommitted).toEqual(['src/a.txt', 'src/b.txt']);
});

test('files of a repository inside the workspace are shown', LIMIT, async () => {
  on.git(workspace.path, 'init', '--quiet', 'inner');
  on.write(at('inner/deep/file.txt'), 'inside\n');
  const diff = await on.workspaces.observeDiff(workspace, { patchBytes: 0, paths: [] });
  expect(diff).toMatchObject({ files: [{ path: 'inner/deep/file.txt', added: 1 }], unread: [] });
});

/** A git on the PATH that writes down its words, and is the real one otherwise. */
function withWordsKept(): { workspaces: Workspaces; words: () => readonly string[] } {
  const real = execFileSync('sh', ['-c', 'command -v git'], { env: on.env }).toString().trim();
  const log = join(on.base, 'words');
  on.write(join(on.base, 'bin/git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(join(on.base, 'bin/git'), 0o755);
  on.write(log, '');
  const workspaces = on.open({ env: { ...on.env, PATH: `${join(on.base, 'bin')}:${on.env.PATH}` } });
  return { workspaces, words: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

test('a look at which files changed takes few starts of git', LIMIT, async () => {
  work();
  const { workspaces, words } = withWordsKept();
  const diff = await workspaces.observeDiff(workspace, { patchBytes: 0, paths: [] });
  expect(diff?.files).toHaveLength(3);
  expect(words().length, words().join('\n')).toBeLessThanOrEqual(MOST_STARTS);
});

test('a whole file has the lines that did not change too', LIMIT, async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
  on.write(at('src/a.txt'), lines.join(''));
  on.git(workspace.path, 'add', '-A');
  on.git(workspace.path, 'commit', '-qm', 'Write lines');
  const base = { ...workspace, baseCommit: on.git(workspace.path, 'rev-parse', 'HEAD') };
  on.write(at('src/a.txt'), `${lines.join('')}one more\n`);
  const around = await on.workspaces.observeDiff(base, WHOLE);
  expect(around?.patch).not.toContain(' line 0\n');
  const whole = await on.workspaces.observeDiff(base, { ...WHOLE, isWhole: true });
  expect(whole?.patch).toMatch(/^ line 0\n[^+-]*^\+one more\n/m);
});

test('a link in the place of the folder is not followed', LIMIT, async () => {
  work();
  on.write(join(on.base, 'elsewhere/private.txt'), 'private\n');
  renameSync(workspace.path, `${workspace.path}-moved`);
  symlinkSync(join(on.base, 'elsewhere'), workspace.path);
  const diff = await on.workspaces.observeDiff(workspace, WHOLE);
  rmSync(workspace.path);
  expect(diff?.source).toBe('branch');
  expect(diff?.patch).not.toContain('private');
});

test('a base that no row knows is where the branch left the project', LIMIT, async () => {
  work();
  const diff = await on.workspaces.observeDiff({ ...workspace, baseCommit: '' }, WHOLE);
  expect(diff).toMatchObject({ base: workspace.baseCommit, commitCount: 1 });
});
