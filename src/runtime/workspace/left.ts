import { isGitFolder } from '../project/git-folder.ts';
import type { Git } from './git.ts';
import type { Repository } from './open-repository.ts';
import { isInRepository } from './repository.ts';
import { listRescues } from './rescues.ts';
import type { LeftWork } from './workspaces.ts';
import { exists, findEntry } from './worktree-entry.ts';

type RepositoryAccess = Readonly<{ git: Git; project: string; repository: () => Promise<Repository> }>;

/** Of a session whose row was lost: what git says of its work, at the one path where it would be. */
export async function observeLeft(
  { git, project, repository: open }: RepositoryAccess,
  { sessionId, path }: Readonly<{ sessionId: string; path: string }>,
): Promise<LeftWork> {
  if (!(await isInRepository(git, project))) return { worktree: null, rescues: 0 };
  const repository = await open();
  const { commonDir } = repository;
  const rescues = (await listRescues(git, commonDir, sessionId)).length;
  const entry = (await exists(path)) && isGitFolder(path) ? await findEntry(commonDir, path) : null;
  if (entry === null) return { worktree: null, rescues };
  const head = await git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], { gitDir: entry.adminDir });
  const branch = /^refs\/heads\/(swarm\/.+)$/.exec(head ?? '')?.[1];
  if (branch === undefined) return { worktree: null, rescues };
  return { worktree: { branch, baseCommit: await findBase(repository, branch) }, rescues };
}

/** Where the branch left the project's own; unknown where they share nothing. */
async function findBase({ git, commonDir }: Repository, branch: string): Promise<string> {
  const base = await git.askOrNull(['merge-base', 'HEAD', `refs/heads/${branch}`], { gitDir: commonDir });
  return base ?? '';
}
