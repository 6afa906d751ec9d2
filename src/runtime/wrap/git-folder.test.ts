import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sharedGitFolder } from './git-folder.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-git-')));
});
afterEach(() => rmSync(base, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(join(base, path, '..'), { recursive: true });
  writeFileSync(join(base, path), text);
};

test('a project in a repository, or in a folder of one, has the repository’s folder', () => {
  expect(sharedGitFolder(base)).toBe(null);
  mkdirSync(join(base, 'repo/.git'), { recursive: true });
  mkdirSync(join(base, 'repo/sub'));
  expect(sharedGitFolder(join(base, 'repo'))).toBe(join(base, 'repo/.git'));
  expect(sharedGitFolder(join(base, 'repo/sub'))).toBe(join(base, 'repo/.git'));
});

test('a worktree has the folder that it shares, if the repository knows the worktree', () => {
  write('repo/.git/worktrees/w/gitdir', `${base}/w/.git\n`);
  write('repo/.git/worktrees/w/commondir', '../..\n');
  write('w/.git', `gitdir: ${base}/repo/.git/worktrees/w\n`);
  expect(sharedGitFolder(join(base, 'w'))).toBe(join(base, 'repo/.git'));
  write('evil/.git', `gitdir: ${base}/repo/.git/worktrees/w\n`);
  expect(sharedGitFolder(join(base, 'evil'))).toBe(null);
  write('empty/.git', 'gitdir: /nowhere\n');
  expect(sharedGitFolder(join(base, 'empty'))).toBe(null);
});
