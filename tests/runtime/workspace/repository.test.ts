import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Git, openGit } from '../../../src/runtime/workspace/git.ts';
import { findRepository } from '../../../src/runtime/workspace/repository.ts';
import { type Fixture, makeFixture } from './fixture.ts';

let fixture: Fixture;
let asked = 0;
beforeEach(() => {
  fixture = makeFixture();
  asked = 0;
});
afterEach(() => fixture.remove());

function countingGit(): Git {
  const git = openGit(fixture.env);
  const run: Git['run'] = (args, call) => {
    asked += 1;
    return git.run(args, call);
  };
  return { ...git, run };
}

test('git is asked once where a project in a worktree belongs, whatever is committed meanwhile', async () => {
  const git = countingGit();
  const worktree = join(fixture.base, 'beside');
  fixture.git(fixture.project, 'worktree', 'add', '-q', worktree);
  const first = await findRepository(git, worktree);
  fixture.commit(worktree, 'More');
  expect(await findRepository(git, worktree)).toEqual(first);
  expect(first).toEqual({ commonDir: join(fixture.project, '.git'), prefix: '' });
  expect(asked).toBe(1);
});

test('git is not asked where the project has a repository of its own, as git makes one', async () => {
  const git = countingGit();
  const own = { commonDir: join(fixture.project, '.git'), prefix: '' };
  expect(await findRepository(git, fixture.project)).toEqual(own);
  expect(asked).toBe(0);
});

test('a folder called .git that is no repository is not taken for one', async () => {
  const inner = join(fixture.project, 'inner');
  for (const name of ['objects', 'refs']) mkdirSync(join(inner, '.git', name), { recursive: true });
  writeFileSync(join(inner, '.git', 'HEAD'), 'nothing\n');
  const outer = { commonDir: join(fixture.project, '.git'), prefix: 'inner/' };
  expect(await findRepository(countingGit(), inner)).toEqual(outer);
});

test('a repository that appears below the one that was found is found instead', async () => {
  const git = countingGit();
  const inner = join(fixture.project, 'inner');
  mkdirSync(inner);
  const before = await findRepository(git, inner);
  fixture.git(inner, 'init', '-q');
  expect(before).toEqual({ commonDir: join(fixture.project, '.git'), prefix: 'inner/' });
  expect(await findRepository(git, inner)).toEqual({ commonDir: join(inner, '.git'), prefix: '' });
});

test('a .git file that leads elsewhere since is followed', async () => {
  const git = countingGit();
  const dotGit = join(fixture.project, '.git');
  await findRepository(git, fixture.project);
  renameSync(dotGit, join(fixture.base, 'moved.git'));
  writeFileSync(dotGit, `gitdir: ${join(fixture.base, 'moved.git')}\n`);
  expect((await findRepository(git, fixture.project)).commonDir).toBe(join(fixture.base, 'moved.git'));
});
