import { join } from 'node:path';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { withLock } from '../lock/with-lock.ts';
import { type BranchTip, ensureBranchGone } from './branch.ts';
import { guardRefs, waitForLeftover } from './guarded-git.ts';
import type { Repository } from './open-repository.ts';
import { clearRescueLocks } from './ref-locks.ts';
import { RELEASE_LIMIT_MS } from './release.ts';
import { signatureOf } from './rescue-work.ts';
import { findRescue, listRescues, RESCUES } from './rescues.ts';
import type { BranchEnd } from './workspaces.ts';

/**
 * Saves the commits of a branch as a rescue, then deletes the branch. Idempotent: a run that crashed in
 * between is found by the commit that it saved.
 */
export const ensureBranchDropped = (
  repository: Repository,
  workspace: Workspace,
): Promise<BranchEnd & Readonly<{ rescue: Rescue | null }>> =>
  withLock(join(repository.commonDir, 'swarm-release.lock'), RELEASE_LIMIT_MS, async () => {
    let rescue: Rescue | null = null;
    const end = await ensureBranchGone(repository, workspace, async (seen) => {
      if (seen.commits > 0) rescue = await saveBranch(repository, workspace, seen);
      return true;
    });
    return { ...end, rescue };
  });

async function saveBranch(
  repository: Repository,
  workspace: Workspace,
  { tip, commits }: BranchTip,
): Promise<Rescue | null> {
  const guard = join(repository.commonDir, 'swarm-rescuing.json');
  await waitForLeftover(guard);
  await clearRescueLocks(repository);
  const call = { gitDir: repository.commonDir };
  const git = guardRefs(repository.git, guard);
  const before = await listRescues(git, call.gitDir, workspace.sessionId);
  for (const one of before) {
    const parents = await git.ask(['show', '--no-patch', '--format=%P', one.commit], call);
    if (parents.split(' ')[1] === tip) return one;
  }
  const taken = await repository.trash.listNumbers(workspace.sessionId);
  const number = Math.max(0, ...taken, ...before.map((one) => one.number)) + 1;
  const ref = `${RESCUES}/${workspace.sessionId}/${number}`;
  const commit = await git.ask(
    // The first parent is what it is compared with when it is shown; the second has the history.
    ['commit-tree', `${tip}^{tree}`, '-p', workspace.baseCommit, '-p', tip, '-F', '-'],
    { ...call, env: signatureOf(repository.clock.now()), input: messageOf(workspace, commits) },
  );
  await git.ask(['update-ref', '-m', 'swarm: drop', ref, commit], call);
  return findRescue(git, call.gitDir, ref);
}

const messageOf = ({ sessionId, branch }: Workspace, commits: number): string =>
  `Dropped work of ${sessionId}\n\nThe second parent is the last commit of ${branch}, of ${commits}.\n`;
