import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { type Doomer, openDoomer } from './doomed.ts';
import { type Fixture, makeFixture } from './fixture.ts';

const LIMIT_MS = 180_000;
let doomer: Doomer;
let on: Fixture;

beforeAll(async () => {
  doomer = await openDoomer();
});
afterAll(() => doomer.close());
beforeEach(() => {
  on = makeFixture();
});
afterEach(() => on.remove());

const count = (): number =>
  on.git(on.project, 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length ?? 0;
const numbered = (from: number, length: number): Workspace[] =>
  Array.from({ length }, (_, n) => on.workspace(`s${from + n}`));

test('eight processes that make workspaces at once all succeed, and so do their releases', {
  timeout: LIMIT_MS,
}, async () => {
  const shares = Array.from({ length: 8 }, (_, n) => numbered(n * 3, 3));
  await Promise.all(shares.map((workspaces) => doomer.run(on, { verb: 'ready', workspaces })));

  expect(count()).toBe(25);
  for (const workspace of shares.flat()) expect(on.git(workspace.path, 'status', '--porcelain')).toBe('');

  for (const workspace of shares.flat()) on.write(`${workspace.path}/new.txt`, workspace.sessionId);
  await Promise.all(shares.map((workspaces) => doomer.run(on, { verb: 'release', workspaces })));

  expect(count()).toBe(1);
  const rescues = await on.workspaces.listRescues();
  expect(rescues).toHaveLength(24);
  for (const { ref, sessionId } of rescues) expect(on.files(ref)['new.txt']).toBe(sessionId);
});

test('processes that make the same workspace at once make it once', { timeout: LIMIT_MS }, async () => {
  const workspaces = [on.workspace('s1')];
  await Promise.all(Array.from({ length: 4 }, () => doomer.run(on, { verb: 'ready', workspaces })));

  expect(count()).toBe(2);
  expect(on.git(workspaces[0]?.path ?? '', 'status', '--porcelain')).toBe('');
});

test('many at once in one process succeed too', { timeout: LIMIT_MS }, async () => {
  const workspaces = numbered(0, 8);
  await Promise.all(workspaces.map((workspace) => on.workspaces.ensureReady(workspace)));
  expect(count()).toBe(9);
  await Promise.all(workspaces.map((workspace) => on.workspaces.ensureReleased(workspace)));
  expect(count()).toBe(1);
});
