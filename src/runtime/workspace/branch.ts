import type { Workspace } from '../../domain/workspace/workspace.ts';
import { alone, type Grip } from './hands.ts';
import type { BranchEnd } from './workspaces.ts';
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

/** Deletes the branch if it holds nothing beyond the commit that it began at. */
export const ensureBareBranchGone = (grip: Grip, workspace: Workspace): Promise<BranchEnd> =>
  alone(grip, async () => {
    const { git, commonDir: gitDir } = grip;
    const ref = `refs/heads/${workspace.branch}`;
    const tip = await git.askOrNull(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { gitDir });
    if (tip === null) return { is: 'absent', commits: 0 };
    const commits = await countBeyond(grip, workspace.baseCommit, tip);
    if (commits !== 0 || (await isCheckedOut(grip, ref))) return { is: 'kept', commits: commits ?? 1 };
    // Refused when somebody has moved it since it was looked at.
    const isGone = (await git.askOrNull(['update-ref', '-d', ref, tip], { gitDir })) !== null;
    return { is: isGone ? 'deleted' : 'kept', commits };
  });

/** Null when the base is not there any more, so that nobody can tell. */
async function countBeyond({ git, commonDir }: Grip, base: string, tip: string): Promise<number | null> {
  const count = await git.askOrNull(['rev-list', '--count', `${base}..${tip}`], { gitDir: commonDir });
  return count === null ? null : Number(count);
}

async function isCheckedOut({ git, commonDir }: Grip, ref: string): Promise<boolean> {
  const list = await git.ask(['worktree', 'list', '--porcelain'], { gitDir: commonDir });
  return list.split('\n').includes(`branch ${ref}`);
}
