import type { Workspace } from '../../domain/workspace/workspace.ts';
import { type Repository, withWorktreeLock } from './open-repository.ts';
import type { BranchEnd, BranchSight, WorkSight } from './workspaces.ts';
import { exists, findEntry } from './worktree-entry.ts';

/** True when a release would have nothing to rescue: all of it is on its branch, or ignored. */
export async function isCommitted(repository: Repository, { path, branch }: Workspace): Promise<boolean> {
  if (!(await exists(path))) return true;
  const entry = await findEntry(repository.commonDir, path);
  if (entry === null) return false;
  const place = { gitDir: entry.adminDir, workTree: path };
  const head = await repository.git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], place);
  if (head !== `refs/heads/${branch}`) return false;
  return (await repository.git.askOrNull(['status', '--porcelain', '--untracked-files=all'], place)) === '';
}

export async function observeWork(repository: Repository, { path }: Workspace): Promise<WorkSight> {
  const entry = (await exists(path)) ? await findEntry(repository.commonDir, path) : null;
  if (entry === null) return { head: null, dirtyFiles: [] };
  const place = { gitDir: entry.adminDir, workTree: path };
  const head = await repository.git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], place);
  const status = await repository.git.askOrNull(['status', '--porcelain', '-z', '--no-renames'], place);
  // Two letters and a space come before each name.
  const dirtyFiles = (status ?? '').split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  return { head, dirtyFiles };
}

/** Deletes the branch if it has no commit beyond its base. */
export const ensureBareBranchGone = (repository: Repository, workspace: Workspace): Promise<BranchEnd> =>
  withWorktreeLock(repository, async () => {
    const ref = `refs/heads/${workspace.branch}`;
    const { tip, commits } = await lookAt(repository, workspace);
    if (tip === null) return { is: 'absent', commits };
    if (commits !== 0 || (await isCheckedOut(repository, ref))) return { is: 'kept', commits };
    // Compare-and-swap: refused when the branch has moved since it was read.
    const args = ['update-ref', '-d', ref, tip];
    const isGone = (await repository.git.askOrNull(args, { gitDir: repository.commonDir })) !== null;
    return { is: isGone ? 'deleted' : 'kept', commits };
  });

export async function observeBranch(repository: Repository, workspace: Workspace): Promise<BranchSight> {
  const { tip, commits } = await lookAt(repository, workspace);
  return { isThere: tip !== null, commits };
}

async function lookAt(
  repository: Repository,
  { branch, baseCommit }: Workspace,
): Promise<Readonly<{ tip: string | null; commits: number }>> {
  const name = `refs/heads/${branch}^{commit}`;
  const tip = await repository.git.askOrNull(['rev-parse', '--verify', '--quiet', name], {
    gitDir: repository.commonDir,
  });
  return { tip, commits: tip === null ? 0 : await countBeyond(repository, baseCommit, tip) };
}

/** Counts 1 when the base is missing: unknown, so the branch stays. */
async function countBeyond({ git, commonDir }: Repository, base: string, tip: string): Promise<number> {
  const count = await git.askOrNull(['rev-list', '--count', `${base}..${tip}`], { gitDir: commonDir });
  return count === null ? 1 : Number(count);
}

async function isCheckedOut({ git, commonDir }: Repository, ref: string): Promise<boolean> {
  const list = await git.ask(['worktree', 'list', '--porcelain'], { gitDir: commonDir });
  return list.split('\n').includes(`branch ${ref}`);
}
