import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import { unlessMissing } from '../files/file-fault.ts';
import type { Git } from './git.ts';
import { askGuarded, waitForLeftover } from './guarded-git.ts';
import { type Repository, withWorktreeLock } from './open-repository.ts';
import { addGuard, ensurePopulated } from './ready.ts';
import { exists, findEntry, type WorktreeEntry } from './worktree-entry.ts';

/**
 * A new worktree with the rescued files, on no branch. What is in the way stays: fault
 * `rescue-target-taken`.
 */
export async function restoreRescue(repository: Repository, rescue: Rescue, target: string): Promise<void> {
  const entry = await withWorktreeLock(repository, async () => {
    await waitForLeftover(addGuard(repository.commonDir));
    const known = await findEntry(repository.commonDir, target);
    if (known !== null && (await isBegun(repository.git, known, rescue))) return known;
    await assertFree(target);
    // Without force, git refuses a path that it lists for a deleted worktree.
    const force = known === null ? [] : ['--force'];
    const args = ['worktree', 'add', ...force, '--no-checkout', '--detach', target, rescue.commit];
    await askGuarded(repository.git, addGuard(repository.commonDir), {
      args,
      call: { in: repository.project },
    });
    return findEntry(repository.commonDir, target);
  });
  if (entry === null) throw new Fault('git-failed', `git made no worktree at ${target}`);
  await ensurePopulated(repository, entry);
}

/** A restore of the same rescue that crashed before its files were there. */
async function isBegun(git: Git, { adminDir, path }: WorktreeEntry, { commit }: Rescue): Promise<boolean> {
  if (!(await exists(path)) || (await exists(join(adminDir, 'index')))) return false;
  return (await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], { gitDir: adminDir })) === commit;
}

async function assertFree(target: string): Promise<void> {
  const names = await unlessMissing(target, [], () => readdir(target));
  if (names.length === 0) return;
  throw new Fault('rescue-target-taken', target, { hint: 'name a folder that is empty or not there yet' });
}
