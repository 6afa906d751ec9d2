import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { isGitFolder, stampGitFolder } from '../project/git-folder.ts';
import type { Git } from './git.ts';

export type RepositoryPaths = Readonly<{
  /** Shared by all worktrees: `.git` of the main one. */
  commonDir: string;
  /** The project's root below the top of the checkout; empty when it is the top. */
  prefix: string;
}>;

type CachedPaths = Readonly<{ project: string; stamp: string; paths: RepositoryPaths }>;
const lastKnown = new WeakMap<Git, CachedPaths>();

const HEAD = /^(ref: refs\/|[0-9a-f]{40})/;

/**
 * The project's own `.git`, where it is a folder as git makes one and belongs to the same user as the project
 * and this process; null for all that git has to judge, such as a worktree, or a repository of another user.
 */
function findPlain(project: string): RepositoryPaths | null {
  const commonDir = join(project, '.git');
  const folders = [project, ...['', 'objects', 'refs'].map((name) => join(commonDir, name))];
  const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
  const isOurs = (seen: Stats | undefined): boolean =>
    seen?.isDirectory() === true && seen.uid === process.geteuid?.();
  const isWhole = folders.every((folder) => isOurs(look(folder)));
  if (!isWhole || look(join(commonDir, 'commondir')) !== undefined) return null;
  return HEAD.test(readSmall(join(commonDir, 'HEAD')) ?? '') ? { commonDir, prefix: '' } : null;
}

/** Git is asked once, and again when another `.git` lies there, or the same one belongs to another user. */
export async function findRepository(git: Git, project: string): Promise<RepositoryPaths> {
  const stamp = stampGitFolder(project);
  const known = lastKnown.get(git);
  if (stamp !== null && known?.project === project && known.stamp === stamp) return known.paths;
  const paths = findPlain(project) ?? (await observeRepository(git, project));
  if (stamp !== null) lastKnown.set(git, { project, stamp, paths });
  return paths;
}

/** Faults `not-a-repository` and `git-failed`; the message of the first is the path alone. */
async function observeRepository(git: Git, project: string): Promise<RepositoryPaths> {
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

export const isInRepository = async (git: Git, project: string): Promise<boolean> =>
  (await git.run(['rev-parse', '--git-common-dir'], { in: project })).code === 0;

/** The commit at HEAD; a fault `no-commit-yet` with the path as its message. */
export async function observeHeadCommit(git: Git, project: string): Promise<string> {
  await findRepository(git, project);
  const head = await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { in: project });
  if (head !== null) return head;
  throw new Fault('no-commit-yet', project, { hint: 'a workspace starts from a commit: git commit first' });
}

function hasGitFolder(folder: string): boolean {
  if (isGitFolder(folder)) return true;
  return dirname(folder) !== folder && hasGitFolder(dirname(folder));
}
