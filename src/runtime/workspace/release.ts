import { rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { withLock } from '../lock/with-lock.ts';
import { findForeign, isInside } from './foreign.ts';
import { guardRefs, waitForLeftover } from './guarded-git.ts';
import { type Repository, withWorktreeLock } from './open-repository.ts';
import { clearRescueLocks } from './ref-locks.ts';
import { type Rescued, rescueWork } from './rescue-work.ts';
import { findRescue } from './rescues.ts';
import type { Checkout } from './snapshot.ts';
import type { TrashManifest } from './trash.ts';
import { exists, findEntry, listEntries, type WorktreeEntry } from './worktree-entry.ts';

export const RELEASE_LIMIT_MS = 10 * 60_000;

/**
 * Saves all work of a workspace, then renames its folder, and git's own folder of it, into the trash.
 * Nothing is deleted. After a crash at any point, the next run resumes. Idempotent, also when a person and
 * the supervisor release at the same moment.
 */
export const ensureReleased = (repository: Repository, workspace: Workspace): Promise<Rescue | null> =>
  withLock(join(repository.commonDir, 'swarm-release.lock'), RELEASE_LIMIT_MS, () =>
    release(repository, workspace),
  );

async function release(repository: Repository, workspace: Workspace): Promise<Rescue | null> {
  const entry = await findEntry(repository.commonDir, workspace.path);
  const isThere = await exists(workspace.path);
  const foreign = await findForeign(repository, workspace);
  if (foreign !== null) throw foreignFault(workspace, foreign);
  const last = await findLastRelease(repository, workspace);
  const isOver = !isThere && (entry === null || (await isUnfinished(repository, last, entry)));
  if (isOver) {
    if (last !== null && entry !== null) await trashAdminDir(repository, entry, last.name);
    return last?.rescue == null ? null : findRescue(repository.git, repository.commonDir, last.rescue);
  }

  await repository.marks.ensure({ kind: 'trash', path: repository.trashDir });
  const guard = join(repository.commonDir, 'swarm-rescuing.json');
  await waitForLeftover(guard);
  await clearRescueLocks(repository);
  const rescued = await rescueWork({
    git: guardRefs(repository.git, guard),
    workspace,
    checkout: await observeCheckout(repository, workspace, { entry, isThere }),
    scratchIn: repository.trashDir,
    now: repository.clock.now(),
    taken: await repository.trash.listNumbers(workspace.sessionId),
  });
  await putIntoTrash(repository, workspace, { entry, rescued });
  return rescued.rescue;
}

/** The same for a deleted folder: what git still has of it is saved and moved to the trash. */
export async function ensureLostReleased(repository: Repository, workspace: Workspace): Promise<void> {
  if (!(await exists(workspace.path))) await ensureReleased(repository, workspace);
}

type Release = TrashManifest & Readonly<{ name: string }>;

async function findLastRelease({ trash }: Repository, { sessionId }: Workspace): Promise<Release | null> {
  const number = Math.max(0, ...(await trash.listNumbers(sessionId)));
  const manifest = number === 0 ? null : await trash.findManifest(sessionId, number);
  return manifest && { ...manifest, name: `${sessionId}-${number}` };
}

/** A release that crashed after its folder was in the trash, and before git's folder of it was. */
async function isUnfinished(
  { trash }: Repository,
  last: Release | null,
  entry: WorktreeEntry,
): Promise<boolean> {
  if (last?.adminDir !== entry.adminDir) return false;
  return (await trash.has(last.name)) && !(await trash.has(`${last.name}.git`));
}

async function putIntoTrash(
  repository: Repository,
  workspace: Workspace,
  { entry, rescued }: { entry: WorktreeEntry | null; rescued: Rescued },
): Promise<void> {
  const { path, branch, sessionId } = workspace;
  const name = `${sessionId}-${rescued.number}`;
  await repository.trash.saveManifest(sessionId, rescued.number, {
    releasedAt: repository.clock.now(),
    path,
    branch,
    rescue: rescued.rescue?.ref ?? null,
    adminDir: entry?.adminDir ?? null,
    isSaved: rescued.isSaved,
  });
  await repository.trash.ensureIn(path, name);
  if (entry !== null) await trashAdminDir(repository, entry, name);
  await rmdirIfEmpty(repository, dirname(path));
}

// Its lock, its index and its log go along, so that even commits without a ref can be looked up while it is
// there. Worktrees that an agent made inside went with the folder; git would call their branches taken for
// ever.
const trashAdminDir = (
  repository: Repository,
  { adminDir, path }: WorktreeEntry,
  name: string,
): Promise<void> =>
  withWorktreeLock(repository, async () => {
    // It was made again meanwhile.
    if (await exists(path)) return;
    const inside = (await listEntries(repository.commonDir)).filter((entry) => isInside(entry.path, path));
    for (const entry of inside)
      await repository.trash.ensureIn(entry.adminDir, `${name}.${basename(entry.adminDir)}.git`);
    await repository.trash.ensureIn(adminDir, `${name}.git`);
  });

async function rmdirIfEmpty({ worktreesDir }: Repository, folder: string): Promise<void> {
  if (!isInside(folder, worktreesDir)) return;
  await rmdir(folder).catch(() => {}); // Other workspaces of the run are still there.
}

type Observation = Readonly<{ entry: WorktreeEntry | null; isThere: boolean }>;

async function observeCheckout(
  repository: Repository,
  workspace: Workspace,
  { entry, isThere }: Observation,
): Promise<Checkout> {
  const { git, commonDir } = repository;
  const workTree = isThere ? workspace.path : null;
  const find = (gitDir: string, name: string): Promise<string | null> =>
    git.askOrNull(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { gitDir });
  const adminDir = entry?.adminDir ?? null;
  if (adminDir !== null && (await git.run(['rev-parse', '--git-dir'], { gitDir: adminDir })).code === 0) {
    return { gitDir: adminDir, adminDir, workTree, head: await find(adminDir, 'HEAD') };
  }
  // Git has lost its folder of this worktree: the branch is the best that is known of where the work began.
  const head =
    (await find(commonDir, `refs/heads/${workspace.branch}`)) ??
    (await find(commonDir, workspace.baseCommit));
  return { gitDir: commonDir, adminDir, workTree, head };
}

const foreignFault = ({ path }: Workspace, why: string): Fault =>
  new Fault('workspace-not-ours', `${path} stays as it is: ${why}`);
