import { Fault } from '../../domain/fault.ts';
import { isThrowAway, type Workspace } from '../../domain/workspace/workspace.ts';
import { isCheckedOut, OUR_BRANCHES } from './checked-out.ts';
import { runGuarded, waitForLeftover } from './guarded-git.ts';
import { type Repository, withWorktreeLock } from './open-repository.ts';
import { addGuard } from './ready.ts';
import { clearBranchLock } from './ref-locks.ts';
import type { BranchEnd, BranchObservation, WorkObservation } from './workspaces.ts';
import { exists, findEntry } from './worktree-entry.ts';

const refOf = ({ branch }: Workspace): string => `refs/heads/${branch}`;

/** True when a release would have nothing to rescue: all of it is on its branch, or ignored. */
export async function isCommitted(repository: Repository, { path, branch }: Workspace): Promise<boolean> {
  if (!(await exists(path))) return true;
  const entry = await findEntry(repository.commonDir, path);
  if (entry === null) return false;
  const checkout = { gitDir: entry.adminDir, workTree: path };
  const head = await repository.git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], checkout);
  if (head !== `refs/heads/${branch}`) return false;
  return (
    (await repository.git.askOrNull(['status', '--porcelain', '--untracked-files=all'], checkout)) === ''
  );
}

/** One question to git for all of them: a plan has hundreds of roles. A throw-away one is on no branch. */
export async function findTaken(
  { git, commonDir }: Repository,
  workspaces: readonly Workspace[],
): Promise<Workspace | null> {
  const refs = workspaces.filter((one) => !isThrowAway(one)).map(refOf);
  const args = ['for-each-ref', '--format=%(refname)', ...refs];
  const there = refs.length === 0 ? '' : await git.ask(args, { gitDir: commonDir });
  const taken = new Set(there.split('\n'));
  for (const one of workspaces) if (taken.has(refOf(one)) || (await exists(one.path))) return one;
  return null;
}

export async function observeWork(repository: Repository, { path }: Workspace): Promise<WorkObservation> {
  const entry = (await exists(path)) ? await findEntry(repository.commonDir, path) : null;
  if (entry === null) return { head: null, dirtyFiles: [] };
  const checkout = { gitDir: entry.adminDir, workTree: path };
  const head = await repository.git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], checkout);
  const status = await repository.git.askOrNull(['status', '--porcelain', '-z', '--no-renames'], checkout);
  // Two letters and a space come before each name.
  const dirtyFiles = (status ?? '').split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  return { head, dirtyFiles };
}

/** Deletes the branch if it has no commit beyond its base. */
export const ensureBareBranchGone = (repository: Repository, workspace: Workspace): Promise<BranchEnd> =>
  ensureBranchGone(repository, workspace, async ({ commits }) => commits === 0);

/** Deletes the branch if a branch of the person's has all of its commits. */
export const ensureMergedBranchGone = (repository: Repository, workspace: Workspace): Promise<BranchEnd> =>
  ensureBranchGone(repository, workspace, async ({ tip }) => {
    const args = ['for-each-ref', '--format=%(refname)', `--contains=${tip}`, 'refs/heads/'];
    const refs = await repository.git.ask(args, { gitDir: repository.commonDir });
    return refs.split('\n').some((ref) => ref !== '' && !ref.startsWith(OUR_BRANCHES));
  });

export async function listRemotes({ git, commonDir }: Repository): Promise<readonly string[]> {
  const listed = await git.ask(['remote'], { gitDir: commonDir });
  return listed.split('\n').filter((name) => name !== '');
}

export async function listBranches({ git, commonDir }: Repository): Promise<ReadonlySet<string>> {
  const args = ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/'];
  return new Set((await git.ask(args, { gitDir: commonDir })).split('\n'));
}

export async function listUnmerged(open: () => Promise<Repository>): Promise<ReadonlyMap<string, string>> {
  try {
    return await readUnmerged(await open());
  } catch (error) {
    if (error instanceof Fault) return new Map();
    throw error;
  }
}

async function readUnmerged({ git, commonDir }: Repository): Promise<ReadonlyMap<string, string>> {
  const format = '--format=%(objectname) %(refname:lstrip=2)';
  const args = ['for-each-ref', format, '--no-merged=HEAD', OUR_BRANCHES];
  const listed = (await git.askOrNull(args, { gitDir: commonDir })) ?? '';
  return new Map(
    listed
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf(' ');
        return [line.slice(at + 1), line.slice(0, at)];
      }),
  );
}

/** The last commit of a branch, and how many it has beyond its base. */
export type BranchTip = Readonly<{ tip: string; commits: number }>;

/** Deletes a branch of Swarm's that no worktree has checked out, if it is to spare. */
export const ensureBranchGone = (
  repository: Repository,
  workspace: Workspace,
  isSpare: (seen: BranchTip) => Promise<boolean>,
): Promise<BranchEnd> =>
  withWorktreeLock(repository, async () => {
    await waitForLeftover(addGuard(repository.commonDir));
    const ref = `refs/heads/${workspace.branch}`;
    const { tip, commits } = await lookAt(repository, workspace);
    if (tip === null) return { is: 'absent', commits };
    const isKept = !ref.startsWith(OUR_BRANCHES) || !(await isSpare({ tip, commits }));
    if (isKept || (await isCheckedOut(repository, ref))) return { is: 'kept', commits };
    await clearBranchLock(repository, ref);
    return deleteBranch(repository, workspace, { tip, commits });
  });

// Compare-and-swap: refused when the branch has moved since it was read.
async function deleteBranch(
  repository: Repository,
  workspace: Workspace,
  seen: BranchTip,
): Promise<BranchEnd> {
  const { git, commonDir } = repository;
  const { tip, commits } = seen;
  const args = ['update-ref', '-d', `refs/heads/${workspace.branch}`, tip];
  const { code, stderr } = await runGuarded(git, addGuard(commonDir), { args, call: { gitDir: commonDir } });
  if (code === 0) return { is: 'deleted', commits };
  const now = await lookAt(repository, workspace);
  if (now.tip !== tip) return { is: now.tip === null ? 'absent' : 'kept', commits: now.commits };
  // A lock of the whole repository, such as packed-refs.lock, may be that of a person's git: it stays.
  throw new Fault('git-failed', `git could not delete ${workspace.branch}: ${stderr.trim()}`, {
    retry: true,
  });
}

export async function observeBranch(
  repository: Repository,
  workspace: Workspace,
): Promise<BranchObservation> {
  const { tip, commits } = await lookAt(repository, workspace);
  return { isThere: tip !== null, tip, commits };
}

/** Those whose branch holds a commit beyond its base. Unknown, where the base is missing, counts. */
export async function listWithCommits(
  repository: Repository,
  workspaces: readonly Workspace[],
): Promise<readonly Workspace[]> {
  const ahead = new Set<string>();
  // One question to git for all that began from one commit: a plan has hundreds of roles.
  for (const base of new Set(workspaces.map(({ baseCommit }) => baseCommit))) {
    const refs = workspaces.filter(({ baseCommit }) => baseCommit === base).map(refOf);
    for (const ref of await listAhead(repository, base, refs)) ahead.add(ref);
  }
  return workspaces.filter((workspace) => ahead.has(refOf(workspace)));
}

async function listAhead(
  { git, commonDir }: Repository,
  base: string,
  refs: readonly string[],
): Promise<readonly string[]> {
  const list = ['for-each-ref', '--format=%(refname)'];
  const listed = await git.askOrNull([...list, `--no-merged=${base}`, ...refs], { gitDir: commonDir });
  return (listed ?? (await git.ask([...list, ...refs], { gitDir: commonDir }))).split('\n');
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
  if (base === tip) return 0;
  const count = await git.askOrNull(['rev-list', '--count', `${base}..${tip}`], { gitDir: commonDir });
  return count === null ? 1 : Number(count);
}
