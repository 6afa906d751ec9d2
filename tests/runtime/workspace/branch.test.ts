import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, makeFixture } from './fixture.ts';

let on: Fixture;
beforeEach(() => {
  on = makeFixture();
});
afterEach(() => on.remove());

const commitIn = (folder: string): void => {
  on.write(join(folder, 'src/a.txt'), 'changed\n');
  on.git(folder, 'commit', '-qam', 'Change');
};

test('work counts as committed only when all of it is on its own branch', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  expect(await on.workspaces.isCommitted(workspace)).toBe(true);
  on.write(join(workspace.path, 'new.txt'), 'x\n');
  expect(await on.workspaces.isCommitted(workspace)).toBe(false);
  on.git(workspace.path, 'add', 'new.txt');
  on.git(workspace.path, 'commit', '-qm', 'Add');
  expect(await on.workspaces.isCommitted(workspace)).toBe(true);
  on.git(workspace.path, 'checkout', '-q', '--detach');
  expect(await on.workspaces.isCommitted(workspace)).toBe(false);
});

test('of many workspaces the first is found whose branch or folder is there already', async () => {
  const [free, branched, foldered] = [on.workspace('s1'), on.workspace('s2'), on.workspace('s3')];
  const thrown = on.workspace('s4', { branch: '' });
  expect(await on.workspaces.findTaken([])).toBeNull();
  expect(await on.workspaces.findTaken([free, thrown, branched])).toBeNull();
  on.git(on.project, 'branch', branched.branch);
  // A branch below it is another one.
  on.git(on.project, 'branch', `${foldered.branch}-2`);
  expect(await on.workspaces.findTaken([free, thrown, foldered, branched])).toBe(branched);
  on.write(join(foldered.path, 'a.txt'), 'x\n');
  expect(await on.workspaces.findTaken([foldered, branched])).toBe(foldered);
});

test('of many workspaces those are listed whose branch holds a commit of its own', async () => {
  const [bare, ahead, lost, absent] = ['s1', 's2', 's3', 's4'].map((id) => on.workspace(id));
  const all = [bare, ahead, lost, absent].filter((one) => one !== undefined);
  for (const one of all.slice(0, 3)) await on.workspaces.ensureReady(one);
  commitIn(ahead?.path ?? '');
  const unknown = { ...lost, baseCommit: 'f'.repeat(40) } as typeof lost;
  expect(await on.workspaces.listWithCommits(all)).toEqual([ahead]);
  expect(await on.workspaces.listWithCommits([bare, unknown].flatMap((one) => one ?? []))).toEqual([unknown]);
});

test('where the work stands is told with its commit and what is not committed', async () => {
  const workspace = on.workspace('s1');
  expect(await on.workspaces.observeWork(workspace)).toEqual({ head: null, dirtyFiles: [] });
  await on.workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'a new.txt'), 'x\n');
  on.write(join(workspace.path, 'src/a.txt'), 'changed\n');
  const { head, dirtyFiles } = await on.workspaces.observeWork(workspace);
  expect(head).toMatch(/^[0-9a-f]{40}$/);
  expect([...dirtyFiles].sort()).toEqual(['a new.txt', 'src/a.txt']);
});

test('a branch without a commit of its own goes, and only once no worktree has it checked out', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'kept', commits: 0 });
  await on.workspaces.ensureReleased(workspace);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'deleted', commits: 0 });
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'absent', commits: 0 });
});

test('a branch with a commit of its own stays', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  commitIn(workspace.path);
  const tip = on.git(workspace.path, 'rev-parse', 'HEAD');
  await on.workspaces.ensureReleased(workspace);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'kept', commits: 1 });
  expect(on.git(on.project, 'rev-parse', workspace.branch)).toBe(tip);
});

test('a branch goes once a branch of the person has its commits; one of ours does not count', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  commitIn(workspace.path);
  await on.workspaces.ensureReleased(workspace);
  on.git(on.project, 'branch', 'swarm/another', workspace.branch);
  expect(await on.workspaces.ensureMergedBranchGone(workspace)).toEqual({ is: 'kept', commits: 1 });
  on.git(on.project, 'branch', 'kept', workspace.branch);
  expect([...(await on.workspaces.listBranches())]).toContain(workspace.branch);
  expect(await on.workspaces.ensureMergedBranchGone(workspace)).toEqual({ is: 'deleted', commits: 1 });
  expect([...(await on.workspaces.listBranches())]).not.toContain(workspace.branch);
});

test('a branch that is not named as ours stays, whatever a row says', async () => {
  const workspace = { ...on.workspace('s1'), branch: 'mine' };
  on.git(on.project, 'branch', 'mine', workspace.baseCommit);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toEqual({ is: 'kept', commits: 0 });
  expect(await on.workspaces.ensureMergedBranchGone(workspace)).toEqual({ is: 'kept', commits: 0 });
});

test('a branch whose base is unknown stays', async () => {
  const workspace = { ...on.workspace('s1'), baseCommit: 'f'.repeat(40) };
  on.git(on.project, 'branch', workspace.branch);
  expect(await on.workspaces.ensureBareBranchGone(workspace)).toMatchObject({ is: 'kept' });
});

test('two who release a workspace at the same moment give it one rescue', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'new.txt'), 'x\n');
  const others = [on.open(), on.open(), on.workspaces];
  const rescues = await Promise.all(others.map((one) => one.ensureReleased(workspace)));
  expect(new Set(rescues.map(({ rescue }) => rescue?.ref))).toEqual(new Set(['refs/swarm/rescue/s1/1']));
});

test('a branch is unmerged while the checkout lacks commits of it', async () => {
  const [ready, bare] = [on.workspace('s1'), on.workspace('s2')];
  for (const workspace of [ready, bare]) await on.workspaces.ensureReady(workspace);
  expect(await on.workspaces.listUnmerged()).toEqual(new Map());
  commitIn(ready.path);
  const tip = on.git(ready.path, 'rev-parse', 'HEAD').trim();
  expect(await on.workspaces.listUnmerged()).toEqual(new Map([[ready.branch, tip]]));
  on.git(on.project, 'merge', '-q', ready.branch);
  expect(await on.workspaces.listUnmerged()).toEqual(new Map());
});

test('a dropped branch is gone, and its commits and files are in a rescue', async () => {
  const workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
  commitIn(workspace.path);
  const tip = on.git(workspace.path, 'rev-parse', 'HEAD');
  expect(await on.workspaces.ensureBranchDropped(workspace)).toMatchObject({ is: 'kept' });
  await on.workspaces.ensureReleased(workspace);
  const dropped = await on.workspaces.ensureBranchDropped(workspace);
  expect(dropped).toMatchObject({ is: 'deleted', commits: 1, rescue: { sessionId: 's1', number: 1 } });
  expect(on.git(on.project, 'rev-parse', `${dropped.rescue?.ref}^2`)).toBe(tip);
  expect(on.git(on.project, 'show', `${dropped.rescue?.ref}:src/a.txt`)).toBe('changed');
  expect(await on.workspaces.ensureBranchDropped(workspace)).toMatchObject({ is: 'absent', rescue: null });
  expect(await on.workspaces.listRescues()).toHaveLength(1);
});
