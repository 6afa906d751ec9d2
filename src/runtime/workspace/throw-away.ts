import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { withLock } from '../lock/with-lock.ts';
import { PROJECT_MARKER } from '../project/workspace-marker.ts';
import { findForeign } from './foreign.ts';
import { askGuarded, waitForLeftover } from './guarded-git.ts';
import { INSTALL_LIMIT_MS } from './install.ts';
import { type Repository, withWorktreeLock } from './open-repository.ts';
import { ensureProvisioned } from './provision.ts';
import { addGuard } from './ready.ts';
import { exists, findEntry, type WorktreeEntry } from './worktree-entry.ts';

const PREPARING_LIMIT_MS = INSTALL_LIMIT_MS + 60_000;

/**
 * A checkout of one commit, on no branch. Whatever was left in it is dropped: it is made anew in its place,
 * because a process may have it as its working directory. Twice is once.
 */
export async function ensureThrowAway(repository: Repository, workspace: Workspace): Promise<void> {
  await assertOurs(repository, workspace);
  const entry = await withWorktreeLock(repository, () => ensureRegistered(repository, workspace));
  await withLock(join(entry.adminDir, 'swarm-preparing.lock'), PREPARING_LIMIT_MS, async () => {
    const call = { gitDir: entry.adminDir, workTree: entry.path };
    const guard = join(entry.adminDir, 'swarm-populating.json');
    await waitForLeftover(guard);
    for (const name of ['index.lock', 'HEAD.lock']) await rm(join(entry.adminDir, name), { force: true });
    const args = ['checkout', '--quiet', '--force', '--detach', workspace.baseCommit];
    await askGuarded(repository.git, guard, { args, call });
    await repository.git.ask(['clean', '-ffdxq'], call);
    await ensureProvisioned(repository, entry);
  });
}

/** Removes it with all that is in it: nothing of it was ever to be kept. */
export const ensureThrownAway = (repository: Repository, workspace: Workspace): Promise<null> =>
  withWorktreeLock(repository, async () => {
    await assertOurs(repository, workspace);
    await waitForLeftover(addGuard(repository.commonDir));
    const entry = await findEntry(repository.commonDir, workspace.path);
    const force = { recursive: true, force: true, maxRetries: 3 };
    await withFileFaults(workspace.path, () => rm(workspace.path, force));
    if (entry !== null) await withFileFaults(workspace.path, () => rm(entry.adminDir, force));
    return null;
  });

async function assertOurs(repository: Repository, workspace: Workspace): Promise<void> {
  const foreign = await findForeign(repository, workspace);
  if (foreign === null) return;
  throw new Fault('workspace-not-ours', `${workspace.path} stays as it is: ${foreign}`);
}

async function ensureRegistered(
  repository: Repository,
  { path, baseCommit }: Workspace,
): Promise<WorktreeEntry> {
  await waitForLeftover(addGuard(repository.commonDir));
  const found = await findEntry(repository.commonDir, path);
  const isWhole = found !== null && (await exists(join(found.adminDir, PROJECT_MARKER)));
  if (isWhole && (await exists(path))) return found;
  // Git was killed while it made this one, or the folder was deleted: there is nothing to keep of it.
  const force = { recursive: true, force: true, maxRetries: 3 };
  await withFileFaults(path, () => rm(path, force));
  if (found !== null) await withFileFaults(path, () => rm(found.adminDir, force));
  await repository.marks.ensure({ kind: 'worktrees', path: repository.worktreesDir });
  const args = ['worktree', 'add', '--no-checkout', '--detach', path, baseCommit];
  await askGuarded(repository.git, addGuard(repository.commonDir), {
    args,
    call: { in: repository.project },
  });
  const added = await findEntry(repository.commonDir, path);
  if (added === null) throw new Fault('git-failed', `git made no worktree at ${path}`);
  await writeAtomic(join(added.adminDir, PROJECT_MARKER), `${repository.project}\n`);
  return added;
}
