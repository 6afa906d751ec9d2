import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { endEarlier } from '../process/logged-command.ts';
import { type OwnFolder, obstacleFault } from '../project/folder-marks.ts';
import { askGuarded, waitForLeftover } from '../workspace/guarded-git.ts';
import { type Repository, withWorktreeLock } from '../workspace/open-repository.ts';
import { addGuard, ensurePopulated } from '../workspace/ready.ts';
import { exists, findEntry, type WorktreeEntry } from '../workspace/worktree-entry.ts';

// No id of a session or a run begins with a dot. One folder is enough: one merge runs at a time.
const scratchPath = ({ worktreesDir }: Repository): string => join(worktreesDir, '.merging');
export const checkIdentityFile = ({ commonDir }: Repository): string =>
  join(commonDir, 'swarm-merge-check.json');

/** A private worktree on no branch, at this commit, for a merge that may fail. */
export async function makeScratch(repository: Repository, commit: string): Promise<WorktreeEntry> {
  const path = scratchPath(repository);
  const entry = await withWorktreeLock(repository, async () => {
    await repository.marks.ensure({ kind: 'worktrees', path: repository.worktreesDir });
    const args = ['worktree', 'add', '--no-checkout', '--detach', path, commit];
    await askGuarded(repository.git, addGuard(repository.commonDir), {
      args,
      call: { in: repository.project },
    });
    return findEntry(repository.commonDir, path);
  });
  if (entry === null) throw new Fault('git-failed', `git made no worktree at ${path}`);
  await ensurePopulated(repository, entry);
  return entry;
}

/** Removes the scratch worktree, whether its merge ended or was killed. */
export async function clearScratch(repository: Repository): Promise<void> {
  const path = scratchPath(repository);
  await endEarlier(checkIdentityFile(repository));
  await withWorktreeLock(repository, async () => {
    await waitForLeftover(addGuard(repository.commonDir));
    const entry = await findEntry(repository.commonDir, path);
    if (entry === null) await assertOurs(repository, path);
    const force = { recursive: true, force: true, maxRetries: 3 };
    await withFileFaults(path, () => rm(path, force));
    if (entry !== null) await withFileFaults(path, () => rm(entry.adminDir, force));
  });
}

// Git may have lost it; then only the mark of the folder that it lies in says that it is ours.
async function assertOurs({ marks, worktreesDir }: Repository, path: string): Promise<void> {
  const folder: OwnFolder = { kind: 'worktrees', path: worktreesDir };
  const obstacle = (await exists(path)) ? await marks.findObstacle(folder) : null;
  if (obstacle !== null) throw obstacleFault(folder, obstacle);
}
