import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Rescue } from '../../../src/domain/workspace/rescue.ts';
import { MARK_FILE } from '../../../src/runtime/project/folder-marks.ts';
import { type Fixture, makeFixture, NOW } from './fixture.ts';
import { marksOf } from './marks.ts';

const DAY_MS = 86_400_000;
let on: Fixture;
beforeEach(() => {
  on = makeFixture();
});
afterEach(() => on.remove());

async function rescueOf(sessionId: string, content: string, now = NOW): Promise<Rescue> {
  const workspaces = on.open({ clock: { now: () => now } });
  const workspace = on.workspace(sessionId);
  await workspaces.ensureReady(workspace);
  on.write(join(workspace.path, 'src/a.txt'), content);
  const { rescue } = await workspaces.ensureReleased(workspace);
  if (rescue === null) throw new Error('nothing was rescued');
  return rescue;
}

test('rescues are listed with whose they are and when, newest first', async () => {
  const older = await rescueOf('s1', 'x\n', NOW - DAY_MS);
  const newer = await rescueOf('s2', 'y\n');
  expect(await on.workspaces.listRescues()).toEqual([newer, older]);
  expect(older).toEqual({
    ref: 'refs/swarm/rescue/s1/1',
    sessionId: 's1',
    number: 1,
    commit: on.git(on.project, 'rev-parse', 'refs/swarm/rescue/s1/1'),
    at: NOW - DAY_MS,
    subject: 'Work of s1 that was not on a branch',
  });
});

test('a rescue shows its message and what changed against its base', async () => {
  const text = await on.workspaces.renderRescue(await rescueOf('s1', 'changed\n'));
  expect(text).toContain('refs/swarm/rescue/s1/1');
  expect(text).toContain('branch: swarm/role-s1');
  expect(text).toMatch(/src\/a\.txt \| +3 \+--\n 1 file changed, 1 insertion\(\+\), 2 deletions\(-\)/);
});

test('a rescue is restored into a new folder, and the project stays as it is', async () => {
  const rescue = await rescueOf('s1', 'changed\n');
  const target = join(on.base, 'back');
  await on.workspaces.restoreRescue(rescue, target);

  expect(readFileSync(join(target, 'src/a.txt'), 'utf8')).toBe('changed\n');
  expect(on.git(target, 'status', '--porcelain')).toBe('');
  expect(on.git(target, 'rev-parse', 'HEAD')).toBe(rescue.commit);
  expect(on.git(on.project, 'status', '--porcelain')).toBe('');
});

test('an empty folder will do', async () => {
  const target = join(on.base, 'back');
  mkdirSync(target);
  await on.workspaces.restoreRescue(await rescueOf('s1', 'changed\n'), target);
  expect(readFileSync(join(target, 'src/a.txt'), 'utf8')).toBe('changed\n');
});

test('a folder with anything in it is refused and stays', async () => {
  const rescue = await rescueOf('s1', 'changed\n');
  const target = join(on.base, 'back');
  on.write(join(target, 'mine'), 'x');
  await expect(on.workspaces.restoreRescue(rescue, target)).rejects.toMatchObject({
    code: 'rescue-target-taken',
    message: target,
  });
  expect(readdirSync(target)).toEqual(['mine']);
});

test('a second restore to the same place is refused, and possible once that was deleted', async () => {
  const rescue = await rescueOf('s1', 'changed\n');
  const target = join(on.base, 'back');
  await on.workspaces.restoreRescue(rescue, target);
  await expect(on.workspaces.restoreRescue(rescue, target)).rejects.toMatchObject({
    code: 'rescue-target-taken',
  });
  rmSync(target, { recursive: true });
  await on.workspaces.restoreRescue(rescue, target);
  expect(readFileSync(join(target, 'src/a.txt'), 'utf8')).toBe('changed\n');
});

test('a restore that died before the files were there is finished by the next', async () => {
  const rescue = await rescueOf('s1', 'changed\n');
  const target = join(on.base, 'back');
  on.git(on.project, 'worktree', 'add', '--quiet', '--no-checkout', '--detach', target, rescue.commit);
  await on.workspaces.restoreRescue(rescue, target);
  expect(on.git(target, 'status', '--porcelain')).toBe('');
});

test('the trash keeps what is younger and deletes what is older, and the rescue stays', async () => {
  const old = await rescueOf('old', 'x\n', NOW - 8 * DAY_MS);
  const young = await rescueOf('young', 'y\n', NOW - 6 * DAY_MS);

  expect(await on.workspaces.ensureTrashSwept(7 * DAY_MS)).toBe(1);

  const left = readdirSync(on.trash('.')).filter((name) => name !== MARK_FILE);
  expect(left.sort()).toEqual(['young-1', 'young-1.git', 'young-1.json']);
  expect(await on.workspaces.listRescues()).toEqual([young, old]);
  expect(await on.workspaces.ensureTrashSwept(7 * DAY_MS)).toBe(0);
});

test('folders that may not be written are swept as well', async () => {
  await rescueOf('old', 'x\n', NOW - 8 * DAY_MS);
  on.write(join(on.trash('old-1'), 'cache/module/file'), 'x');
  chmodSync(join(on.trash('old-1'), 'cache/module'), 0o555);
  chmodSync(join(on.trash('old-1'), 'cache'), 0o555);
  expect(await on.workspaces.ensureTrashSwept(DAY_MS)).toBe(1);
  expect(existsSync(on.trash('old-1'))).toBe(false);
});

test('what could not be saved anywhere else is never swept', async () => {
  await rescueOf('old', 'x\n', NOW - 8 * DAY_MS);
  const manifest = JSON.parse(readFileSync(on.trash('old-1.json'), 'utf8'));
  writeFileSync(on.trash('old-1.json'), JSON.stringify({ ...manifest, isSaved: false }));
  expect(await on.workspaces.ensureTrashSwept(DAY_MS)).toBe(0);
  expect(existsSync(on.trash('old-1'))).toBe(true);
});

test('what others put into the trash is judged by its own times', async () => {
  await marksOf(on.project).ensure({ kind: 'trash', path: on.trash('.') });
  on.write(join(on.trash('stray-123'), 'x'), 'x');
  const at = (now: number) => on.open({ clock: { now: () => now } });
  expect(await at(Date.now() + DAY_MS).ensureTrashSwept(2 * DAY_MS)).toBe(0);
  expect(await at(Date.now() + 3 * DAY_MS).ensureTrashSwept(2 * DAY_MS)).toBe(1);
  expect(existsSync(on.trash('stray-123'))).toBe(false);
});

test('a trash folder without the mark is never swept', async () => {
  on.write(join(on.trash('Documents'), 'thesis.txt'), 'x');
  const muchLater = on.open({ clock: { now: () => Date.now() + 100 * DAY_MS } });
  expect(await muchLater.ensureTrashSwept(0)).toBe(0);
  expect(existsSync(join(on.trash('Documents'), 'thesis.txt'))).toBe(true);
});
