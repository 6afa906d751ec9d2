import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGit } from '../../../src/runtime/workspace/git.ts';
import { ODD_FILES, ODD_THINGS } from '../agent-files/odd-things.ts';
import { putInPlace } from '../agent-files/put-in-place.ts';
import { type Fixture, makeFixture } from './fixture.ts';

let on: Fixture;
beforeEach(() => {
  on = makeFixture();
});
afterEach(() => on.remove());

const SPARSE = 'a file of 10 GB with a hole';

test.each(Object.entries({ ...ODD_THINGS, [SPARSE]: ODD_FILES[SPARSE] ?? (() => undefined) }))(
  '%s in the folder of git of one worktree keeps no other from being made',
  async (_, make) => {
    const spoilt = on.workspace('s1');
    await on.workspaces.ensureReady(spoilt);
    const outside = join(on.base, 'outside');
    on.write(outside, 'theirs\n');
    for (const file of ['HEAD', 'commondir', 'gitdir'])
      await putInPlace(join(on.project, '.git/worktrees', basename(spoilt.path), file), { make, outside });
    const other = on.workspace('s2');
    await on.workspaces.ensureReady(other);
    expect(on.git(other.path, 'branch', '--show-current')).toBe(other.branch);
  },
);

test.runIf(process.platform === 'linux').each([
  ['a ref', '.git/refs/heads/odd', ['for-each-ref']],
  ['the list of what is ignored', '.gitignore', ['status', '--porcelain']],
  ['the index', '.git/index', ['status', '--porcelain']],
])('git that waits for a pipe in the place of %s is ended, with a word', async (_, file, args) => {
  const path = join(on.project, file);
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
  on.write(join(on.project, 'new.txt'), 'x');
  await expect(openGit(on.env).run(args, { in: on.project })).rejects.toThrow(/waits for a named pipe/);
  expect(existsSync(path)).toBe(true);
});
