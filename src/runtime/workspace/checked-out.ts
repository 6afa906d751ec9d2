import type { Repository } from './open-repository.ts';

export const OUR_BRANCHES = 'refs/heads/swarm/';

/** Whether a worktree is on this branch, so that an agent or a person may write it at any moment. */
export async function isCheckedOut({ git, commonDir }: Repository, ref: string): Promise<boolean> {
  const list = await git.ask(['worktree', 'list', '--porcelain'], { gitDir: commonDir });
  return list.split('\n').includes(`branch ${ref}`);
}
