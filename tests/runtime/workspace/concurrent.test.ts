import { execFile, execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import { acquireLock } from '../../../src/runtime/lock/acquire-lock.ts';
import { withLock } from '../../../src/runtime/lock/with-lock.ts';
import { type Doomer, openDoomer, shellWords } from './doomed.ts';
import { type Fixture, makeFixture } from './fixture.ts';

const LIMIT = { timeout: 180_000 };
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

test(
  'eight processes that make workspaces at once all succeed, and so do their releases',
  LIMIT,
  async () => {
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
  },
);

// Two at once fail only now and then, so a git that complains about company stands in for luck.
const LONER = `#!/bin/sh
. "\${0%/*}/loner.env"
case " $* " in
  *" worktree add "*) ;;
  *) exec "$REAL_GIT" "$@" ;;
esac
mkdir "$BUSY" || { echo "not alone" >&2; exit 70; }
sleep 0.02
"$REAL_GIT" "$@"
code=$?
rmdir "$BUSY"
exit $code
`;

test('git never adds two worktrees at once', LIMIT, async () => {
  on.write(join(on.base, 'bin/git'), LONER);
  chmodSync(join(on.base, 'bin/git'), 0o755);
  const shim = {
    REAL_GIT: execFileSync('sh', ['-c', 'command -v git']).toString().trim(),
    BUSY: join(on.base, 'busy'),
  };
  on.write(join(on.base, 'bin/loner.env'), shellWords(shim));
  Object.assign(on.env, { PATH: `${join(on.base, 'bin')}:${on.env.PATH}` });
  const shares = Array.from({ length: 4 }, (_, n) => numbered(n * 2, 2));
  await Promise.all(shares.map((workspaces) => doomer.run(on, { verb: 'ready', workspaces })));
  expect(count()).toBe(9);
});

test('many who wait for the lock do not keep its holder from going on', LIMIT, async () => {
  const lockFile = join(on.base, 'lock');
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await promisify(execFile)('true');
    running -= 1;
  };
  await Promise.all(Array.from({ length: 200 }, () => withLock(lockFile, 10_000, work)));
  expect(most).toBe(1);
});

test('work that fails frees the lock, and a lock that is not freed is a fault', LIMIT, async () => {
  const lockFile = join(on.base, 'lock');
  const failing = withLock(lockFile, 1_000, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  const lock = acquireLock(lockFile, 0);
  await expect(withLock(lockFile, 50, async () => {})).rejects.toMatchObject({
    code: 'lock-busy',
    retry: true,
  });
  lock?.release();
  expect(await withLock(lockFile, 1_000, async () => 'mine')).toBe('mine');
});

test('processes that make the same workspace at once make it once', LIMIT, async () => {
  const workspaces = [on.workspace('s1')];
  await Promise.all(Array.from({ length: 4 }, () => doomer.run(on, { verb: 'ready', workspaces })));

  expect(count()).toBe(2);
  expect(on.git(workspaces[0]?.path ?? '', 'status', '--porcelain')).toBe('');
});

test('many at once in one process succeed too', LIMIT, async () => {
  const workspaces = numbered(0, 8);
  await Promise.all(workspaces.map((workspace) => on.workspaces.ensureReady(workspace)));
  expect(count()).toBe(9);
  await Promise.all(workspaces.map((workspace) => on.workspaces.ensureReleased(workspace)));
  expect(count()).toBe(1);
});
