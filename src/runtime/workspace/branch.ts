import type { Workspace } from '../../domain/workspace/workspace.ts';
import { alone, type Grip } from './hands.ts';
import type { BranchEnd, BranchSight, WorkSight } from './workspaces.ts';
import { exists, findEntry } from './worktree-entry.ts';

/** True when a release would have nothing to rescue: all of it is on its branch, or ignored. */
export async function isCommitted(grip: Grip, { path, branch }: Workspace): Promise<boolean> {
  if (!(await exists(path))) return true;
  const entry = await findEntry(grip.commonDir, path);
  if (entry === null) return false;
  const place = { gitDir: entry.adminDir, workTree: path };
  const head = await grip.git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], place);
  if (head !== `refs/heads/${branch}`) return false;
  return (await grip.git.askOrNull(['status', '--porcelain', '--untracked-files=all'], place)) === '';
}

export async function observeWork(grip: Grip, { path }: Workspace): Promise<WorkSight> {
  const entry = (await exists(path)) ? await findEntry(grip.commonDir, path) : null;
  if (entry === null) return { head: null, dirtyFiles: [] };
  const place = { gitDir: entry.adminDir, workTree: path };
  const head = await grip.git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], place);
  const status = await grip.git.askOrNull(['status', '--porcelain', '-z', '--no-renames'], place);
  // Two letters and a space come before each name.
  const dirtyFiles = (status ?? '').split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  return { head, dirtyFiles };
}

/** Deletes the branch if it holds nothing beyond the commit that it began at. */
export const ensureBareBranchGone = (grip: Grip, workspace: Workspace): Promise<BranchEnd> =>
  alone(grip, async () => {
    const ref = `refs/heads/${workspace.branch}`;
    const { tip, commits } = await lookAt(grip, workspace);
    if (tip === null) return { is: 'absent', commits };
    if (commits !== 0 || (await isCheckedOut(grip, ref))) return { is: 'kept', commits };
    // Refused when somebody has moved it since it was looked at.
    const args = ['update-ref', '-d', ref, tip];
    const isGone = (await grip.git.askOrNull(args, { gitDir: grip.commonDir })) !== null;
    return { is: isGone ? 'deleted' : 'kept', commits };
  });

export async function observeBranch(grip: Grip, workspace: Workspace): Promise<BranchSight> {
  const { tip, commits } = await lookAt(grip, workspace);
  return { isThere: tip !== null, commits };
}

async function lookAt(
  grip: Grip,
  { branch, baseCommit }: Workspace,
): Promise<Readonly<{ tip: string | null; commits: number }>> {
  const name = `refs/heads/${branch}^{commit}`;
  const tip = await grip.git.askOrNull(['rev-parse', '--verify', '--quiet', name], {
    gitDir: grip.commonDir,
  });
  return { tip, commits: tip === null ? 0 : await countBeyond(grip, baseCommit, tip) };
}

/** One where the base is not there any more: nobody can tell, and so it stays. */
async function countBeyond({ git, commonDir }: Grip, base: string, tip: string): Promise<number> {
  const count = await git.askOrNull(['rev-list', '--count', `${base}..${tip}`], { gitDir: commonDir });
  return count === null ? 1 : Number(count);
}

async function isCheckedOut({ git, commonDir }: Grip, ref: string): Promise<boolean> {
  const list = await git.ask(['worktree', 'list', '--porcelain'], { gitDir: commonDir });
  return list.split('\n').includes(`branch ${ref}`);
}
