import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { type Doom, type Doomer, openDoomer } from './doomed.ts';
import { type Fixture, makeFixture } from './fixture.ts';

const LIMIT = { timeout: 600_000 };
const MAX_CALLS = 100;
const HOWS = ['before', 'during', 'after'] as const;
// The long suite kills at every call in every way; the quick one in one way at each call.
const isLong = process.env.SWARM_TEST_LONG === '1';
let doomer: Doomer;
let on: Fixture;

beforeAll(async () => {
  doomer = await openDoomer();
});
afterAll(() => doomer.close());
afterEach(() => on.remove());

/** Starts from the same files each time, until the worker comes to its end before its doom. */
async function atEveryCall(attempt: (doom: Doom) => Promise<boolean>): Promise<void> {
  const startAgain = on.remember();
  let isDone = false;
  for (let call = 1; !isDone; call += 1) {
    expect(call).toBeLessThan(MAX_CALLS);
    for (const how of isLong ? HOWS : [HOWS[call % HOWS.length] ?? 'after']) {
      startAgain();
      isDone = await attempt({ call, how });
    }
  }
}

function expectReady(workspace: Workspace): void {
  expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');
  expect(on.git(workspace.path, 'rev-parse', 'HEAD')).toBe(workspace.baseCommit);
  expect(on.git(workspace.path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${workspace.branch}`);
  expect(on.git(on.project, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(2);
}

test('killed at any call of git while it makes a workspace, the next try ends well', LIMIT, async () => {
  on = makeFixture();
  const workspace = on.workspace('s1');
  await atEveryCall(async (doom) => {
    const isDone = await doomer.run(on, { verb: 'ready', workspaces: [workspace] }, doom);
    await on.workspaces.ensureReady(workspace);
    expectReady(workspace);
    return isDone;
  });
});

const ADDS = / worktree add /;
const CHECKS_OUT = / (?:reset|checkout|read-tree) /;

test.each([ADDS, CHECKS_OUT])(
  'a git that outlives its killed starter is waited for (%s)',
  LIMIT,
  async (words) => {
    on = makeFixture();
    const workspace = on.workspace('s1');
    const startAgain = on.remember();
    const work = { verb: 'ready', workspaces: [workspace] } as const;
    expect(await doomer.run(on, work, { call: 0, how: 'before' })).toBe(true);
    const call = 1 + doomer.listCalls().findIndex((called) => words.test(called));
    expect(call, doomer.listCalls().join('\n')).toBeGreaterThan(0);
    startAgain();
    const isDone = await doomer.run(on, work, { call, how: 'orphaned' });
    expect(isDone).toBe(false);

    await on.workspaces.ensureReady(workspace);

    expect(doomer.hasOrphanEnded()).toBe(true);
    expectReady(workspace);
    const branches = on.git(on.project, 'for-each-ref', '--format=%(refname)', 'refs/heads/swarm');
    expect(branches).toBe(`refs/heads/${workspace.branch}`);
  },
);

async function workIn(workspace: Workspace): Promise<string> {
  await on.workspaces.ensureReady(workspace);
  const at = (name: string): string => join(workspace.path, name);
  on.git(workspace.path, 'checkout', '--quiet', '--detach');
  on.write(at('committed.txt'), 'on no branch\n');
  on.git(workspace.path, 'add', '--all');
  on.git(workspace.path, 'commit', '--quiet', '--message=lonely');
  on.write(at('src/a.txt'), 'staged\n');
  on.git(workspace.path, 'add', '--all');
  on.write(at('src/a.txt'), 'last\n');
  on.write(at('new\nname'), 'new\n');
  on.git(workspace.path, 'init', '--quiet', at('inside'));
  on.write(at('inside/file'), 'inside\n');
  return on.git(workspace.path, 'rev-parse', 'HEAD');
}

async function expectReleased(workspace: Workspace, lonely: string): Promise<void> {
  expect(existsSync(workspace.path)).toBe(false);
  expect(on.git(on.project, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
  expect(on.git(on.project, 'fsck', '--no-dangling', '--no-progress')).toBe('');
  expect(on.git(on.project, 'status', '--porcelain')).toBe('');
  const rescues = await on.workspaces.listRescues();
  expect(rescues).toHaveLength(1);
  const ref = rescues[0]?.ref ?? '';
  expect(on.files(ref)).toMatchObject({ 'src/a.txt': 'last', 'new\nname': 'new', 'inside/file': 'inside' });
  expect(on.git(on.project, 'show', `${ref}^2:src/a.txt`)).toBe('staged');
  expect(on.git(on.project, 'rev-parse', `${ref}^1`)).toBe(lonely);
  expect(readFileSync(join(on.trash('s1-1'), 'src/a.txt'), 'utf8')).toBe('last\n');
}

test('killed at any call of git while it releases, the next try loses nothing', LIMIT, async () => {
  on = makeFixture();
  const workspace = on.workspace('s1');
  const lonely = await workIn(workspace);
  await atEveryCall(async (doom) => {
    const isDone = await doomer.run(on, { verb: 'release', workspaces: [workspace] }, doom);
    await on.workspaces.ensureReleased(workspace);
    await expectReleased(workspace, lonely);
    return isDone;
  });
});

test('a git that outlives its killed starter while it writes a rescue is waited for', LIMIT, async () => {
  on = makeFixture();
  const workspace = on.workspace('s1');
  const lonely = await workIn(workspace);
  const startAgain = on.remember();
  const work = { verb: 'release', workspaces: [workspace] } as const;
  expect(await doomer.run(on, work, { call: 0, how: 'before' })).toBe(true);
  const call =
    1 + doomer.listCalls().findIndex((words) => / update-ref .* refs\/swarm\/rescue\//.test(words));
  expect(call).toBeGreaterThan(0);
  startAgain();
  expect(await doomer.run(on, work, { call, how: 'orphaned' })).toBe(false);

  await on.workspaces.ensureReleased(workspace);

  expect(doomer.hasOrphanEnded()).toBe(true);
  await expectReleased(workspace, lonely);
});

test('killed again and again, in the making and in the release, it still ends well', LIMIT, async () => {
  on = makeFixture();
  const workspace = on.workspace('s1');
  for (const call of [5, 2, 6, 3, 4]) {
    await doomer.run(on, { verb: 'ready', workspaces: [workspace] }, { call, how: 'during' });
  }
  const lonely = await workIn(workspace);
  for (const call of [4, 12, 9, 25, 15, 3]) {
    await doomer.run(on, { verb: 'release', workspaces: [workspace] }, { call, how: 'after' });
  }
  await on.workspaces.ensureReleased(workspace);
  await expectReleased(workspace, lonely);
});

test('killed between the renames, the next release finishes what is left', LIMIT, async () => {
  on = makeFixture();
  const workspace = on.workspace('s1');
  const lonely = await workIn(workspace);
  const first = await on.workspaces.ensureReleased(workspace);
  const { adminDir } = JSON.parse(readFileSync(on.trash('s1-1.json'), 'utf8'));

  renameSync(on.trash('s1-1.git'), adminDir);
  expect(await on.workspaces.ensureReleased(workspace)).toEqual(first);
  await expectReleased(workspace, lonely);

  renameSync(on.trash('s1-1.git'), adminDir);
  on.write(join(workspace.path, '..', 'x'), '');
  renameSync(on.trash('s1-1'), workspace.path);
  await on.workspaces.ensureReleased(workspace);
  await expectReleased(workspace, lonely);
});
