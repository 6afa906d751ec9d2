import { dirname, resolve } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { isGitFolder } from '../project/git-folder.ts';
import type { Git } from './git.ts';

export type RepositoryPlace = Readonly<{
  /** Shared by all worktrees: `.git` of the main one. */
  commonDir: string;
  /** The project's root below the top of the checkout; empty when it is the top. */
  prefix: string;
}>;

/** Faults `not-a-repository` and `git-failed`; the message of the first is the path alone. */
export async function observeRepository(git: Git, project: string): Promise<RepositoryPlace> {
  const answer = await git.run(['rev-parse', '--git-common-dir', '--show-prefix'], { in: project });
  const [commonDir, prefix = ''] = answer.stdout.split('\n');
  if (answer.code === 0 && commonDir) return { commonDir: resolve(project, commonDir), prefix };
  // Git gives the same code when it distrusts the owner of a repository; then its own words help more.
  if (hasGitFolder(project))
    throw new Fault('git-failed', `git cannot use ${project}: ${answer.stderr.trim()}`);
  throw new Fault('not-a-repository', project, {
    hint: `a workspace needs a git repository: git init ${project}`,
  });
}

/** The commit at HEAD; a fault `no-commit-yet` with the path as its message. */
export async function observeHeadCommit(git: Git, project: string): Promise<string> {
  await observeRepository(git, project);
  const head = await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { in: project });
  if (head !== null) return head;
  throw new Fault('no-commit-yet', project, { hint: 'a workspace starts from a commit: git commit first' });
}

function hasGitFolder(folder: string): boolean {
  if (isGitFolder(folder)) return true;
  return dirname(folder) !== folder && hasGitFolder(dirname(folder));
}
