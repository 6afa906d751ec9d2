import type { RunBranch, Uncommitted } from '../../domain/merge/merge.ts';
import type { Git } from '../workspace/git.ts';
import { findCheckout } from './target.ts';

/** One entry for each branch whose worktree has uncommitted changes. */
export async function listUncommitted(
  git: Git,
  project: string,
  branches: readonly RunBranch[],
): Promise<readonly Uncommitted[]> {
  const found: Uncommitted[] = [];
  for (const { role, branch } of branches) {
    const folder = await findCheckout(git, project, `refs/heads/${branch}`);
    const files = folder === null ? [] : await listChanged(git, folder);
    if (folder !== null && files.length > 0) found.push({ role, folder, files });
  }
  return found;
}

async function listChanged(git: Git, folder: string): Promise<readonly string[]> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  // An agent may have broken its worktree; then its rescue reports the changes.
  const text = await git.askOrNull(args, { in: folder });
  return (text ?? '')
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice('XY '.length));
}
