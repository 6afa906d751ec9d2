import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { endEarlier } from '../process/logged-command.ts';
import { askGuarded, waitForLeftover } from '../workspace/guarded-git.ts';
import { alone, type Grip } from '../workspace/hands.ts';
import { addGuard, ensurePopulated } from '../workspace/ready.ts';
import { findEntry, type WorktreeEntry } from '../workspace/worktree-entry.ts';

// No id of a session or a run begins with a dot. One is enough, because one merges at a time.
const scratchPath = ({ worktreesDir }: Grip): string => join(worktreesDir, '.merging');
export const checkIdentityFile = ({ commonDir }: Grip): string => join(commonDir, 'swarm-merge-check.json');

/** A worktree on no branch, at this commit, for a merge that may fail. Nobody else works in it. */
export async function makeScratch(grip: Grip, commit: string): Promise<WorktreeEntry> {
  const path = scratchPath(grip);
  const entry = await alone(grip, async () => {
    await withFileFaults(path, () => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    const args = ['worktree', 'add', '--no-checkout', '--detach', path, commit];
    await askGuarded(grip.git, addGuard(grip.commonDir), { args, call: { in: grip.project } });
    return findEntry(grip.commonDir, path);
  });
  if (entry === null) throw new Fault('git-failed', `git made no worktree at ${path}`);
  await ensurePopulated(grip, entry);
  return entry;
}

/** What a merge made for itself is gone, whether it came to its end or was killed. */
export async function clearScratch(grip: Grip): Promise<void> {
  const path = scratchPath(grip);
  await endEarlier(checkIdentityFile(grip));
  await alone(grip, async () => {
    await waitForLeftover(addGuard(grip.commonDir));
    const entry = await findEntry(grip.commonDir, path);
    const force = { recursive: true, force: true, maxRetries: 3 };
    await withFileFaults(path, () => rm(path, force));
    if (entry !== null) await withFileFaults(path, () => rm(entry.adminDir, force));
  });
}
