import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { openTrash } from '../../../src/runtime/workspace/trash.ts';
import { type Doomer, openDoomer } from './doomed.ts';
import { type Fixture, makeFixture, NOW } from './fixture.ts';
import { marksOf } from './marks.ts';

let doomer: Doomer;
let on: Fixture;
let workspace: Workspace;

beforeAll(async () => {
  doomer = await openDoomer();
});
afterAll(() => doomer.close());
beforeEach(async () => {
  on = makeFixture();
  workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
});
afterEach(() => on.remove());

const at = (name: string): string => join(workspace.path, name);

test('what may not be read is named, the rest is saved, and the trash keeps it for ever', async () => {
  on.write(at('new.txt'), 'saved\n');
  on.write(at('shut.txt'), 'not readable\n');
  on.write(at('closed/deep.txt'), 'not reachable\n');
  chmodSync(at('shut.txt'), 0o000);
  chmodSync(at('closed'), 0o000);

  await doomer.runAsNobody(on, { verb: 'release', workspaces: [workspace] });

  const [rescue] = await on.workspaces.listRescues();
  expect(on.files(rescue?.ref ?? '')).toMatchObject({ 'new.txt': 'saved' });
  const text = await on.workspaces.renderRescue(rescue ?? expect.fail());
  expect(text).toMatch(/only in the trash:\n(.*\n)* {2}shut\.txt\n/);
  expect(text).toContain('closed');
  chmodSync(join(on.trash('s1-1'), 'shut.txt'), 0o600);
  chmodSync(join(on.trash('s1-1'), 'closed'), 0o700);
  expect(readFileSync(join(on.trash('s1-1'), 'shut.txt'), 'utf8')).toBe('not readable\n');
  expect(readFileSync(join(on.trash('s1-1'), 'closed/deep.txt'), 'utf8')).toBe('not reachable\n');
  const muchLater = on.open({ clock: { now: () => NOW * 2 } });
  expect(await muchLater.ensureTrashSwept(0)).toBe(0);
});

test('when the disk gives no room for the rescue, the workspace stays where it is', async () => {
  on.write(at('new.txt'), 'x\n');
  const objects = join(on.project, '.git/objects');
  const folders = [objects, ...readdirSync(objects).map((name) => join(objects, name))];
  for (const folder of folders) chmodSync(folder, 0o555);
  await expect(doomer.runAsNobody(on, { verb: 'release', workspaces: [workspace] })).rejects.toThrow();
  expect(readFileSync(at('new.txt'), 'utf8')).toBe('x\n');

  for (const folder of folders) chmodSync(folder, 0o755);
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  expect(on.files(rescue?.ref ?? '')['new.txt']).toBe('x');
});

test('a trash on another disk is passed by for one on the same', async () => {
  // Where the shared memory is no disk of its own, the first trash takes it.
  const memory = existsSync('/dev/shm') ? '/dev/shm' : on.base;
  const isOther = statSync(memory).dev !== statSync(on.base).dev;
  const far = mkdtempSync(join(memory, 'swarm-trash-'));
  try {
    const trash = openTrash([join(far, 'trash'), join(on.base, 'near')], marksOf(on.project));
    await trash.ensureIn(workspace.path, 's1-1');
    expect(await trash.has('s1-1')).toBe(true);
    expect(existsSync(join(on.base, 'near/s1-1'))).toBe(isOther);
    expect(await trash.listNumbers('s1')).toEqual([1]);
    expect(existsSync(workspace.path)).toBe(false);
    expect(await trash.sweep(Date.now() + 1_000)).toBe(1);
    expect(await trash.has('s1-1')).toBe(false);
  } finally {
    rmSync(far, { recursive: true, force: true });
  }
});

test.each([
  ['a pipe', 'mkfifo'],
  ['a device', 'ln -s /dev/zero'],
  ['a folder', 'mkdir'],
])('%s in the place of the index keeps no work from being saved', async (_, make) => {
  on.write(at('new.txt'), 'x\n');
  const index = join(on.git(workspace.path, 'rev-parse', '--git-dir'), 'index');
  execFileSync('sh', ['-c', `rm "$0"; ${make} "$0"`, index]);
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  expect(on.files(rescue?.ref ?? '')['new.txt']).toBe('x');
});
