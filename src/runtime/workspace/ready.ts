import { readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { errnoOf, fileFault, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { withLock } from '../lock/with-lock.ts';
import { observeAdminDir, PROJECT_MARKER } from '../project/workspace-marker.ts';
import { askGuarded, waitForLeftover } from './guarded-git.ts';
import { bringBack, findInherited } from './inherit-work.ts';
import { INSTALL_LIMIT_MS } from './install.ts';
import { type Repository, withWorktreeLock } from './open-repository.ts';
import { ensureProvisioned } from './provision.ts';
import { clearBranchLock } from './ref-locks.ts';
import { ensureLostReleased } from './release.ts';
import { exists, findEntry, listEntries, type WorktreeEntry } from './worktree-entry.ts';

// In git's own folder of the worktree, so that no agent sees it and no commit has it.
const READY_MARKER = 'swarm-ready';
const PREPARING_LIMIT_MS = INSTALL_LIMIT_MS + 60_000;

/** True without asking git when the workspace was made ready before. */
export async function isReady({ path }: Workspace): Promise<boolean> {
  const adminDir = observeAdminDir(path);
  return adminDir !== null && exists(join(adminDir, READY_MARKER));
}

/** Each step checks what is there first, so that after a crash at any point the next run resumes. */
export async function ensureReady(
  repository: Repository,
  wanted: Workspace,
  heirOf: string | null = null,
): Promise<void> {
  const rescued = heirOf === null ? null : await findInherited(repository, heirOf);
  // Its branch may be gone, because a branch of the person's had all of it.
  const workspace = { ...wanted, baseCommit: rescued?.base ?? wanted.baseCommit };
  const adminDir =
    (await withWorktreeLock(repository, () => registerUnlessLost(repository, workspace))) ??
    (await clearAndRegister(repository, workspace));
  await withLock(join(adminDir, 'swarm-preparing.lock'), PREPARING_LIMIT_MS, async () => {
    if (await exists(join(adminDir, READY_MARKER))) return;
    await ensurePopulated(repository, { adminDir, path: workspace.path });
    if (rescued !== null) await bringBack(repository, { adminDir, path: workspace.path }, rescued);
    await ensureProvisioned(repository, { adminDir, path: workspace.path });
    await writeAtomic(join(adminDir, READY_MARKER), '');
  });
}

/** Null where something of a deleted folder is in the way. */
async function registerUnlessLost(repository: Repository, workspace: Workspace): Promise<string | null> {
  const lost = await listLost(repository, workspace);
  return lost.length > 0 ? null : ensureRegistered(repository, workspace);
}

// A release takes the lock of worktrees itself.
async function clearAndRegister(repository: Repository, workspace: Workspace): Promise<string> {
  const lost = await withWorktreeLock(repository, () => listLost(repository, workspace));
  for (const { path } of lost) await ensureLostReleased(repository, { ...workspace, path });
  return withWorktreeLock(repository, () => ensureRegistered(repository, workspace));
}

/**
 * Its folder was deleted, or that of another on its branch: git still calls the branch taken, and may have
 * work that was staged or on no branch. Under the lock, because git registers a new worktree before its
 * folder exists.
 */
async function listLost(
  repository: Repository,
  { path, branch }: Workspace,
): Promise<readonly WorktreeEntry[]> {
  await waitForLeftover(addGuard(repository.commonDir));
  const mine = await findEntry(repository.commonDir, path);
  const lost: WorktreeEntry[] = [];
  for (const entry of await listEntries(repository.commonDir)) {
    if (await exists(entry.path)) continue;
    const isMine = entry.adminDir === mine?.adminDir;
    if (isMine || (await isOnBranch(repository, entry, branch))) lost.push(entry);
  }
  return lost;
}

async function isOnBranch(
  { git }: Repository,
  { adminDir }: WorktreeEntry,
  branch: string,
): Promise<boolean> {
  return (
    (await git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], { gitDir: adminDir })) ===
    `refs/heads/${branch}`
  );
}

async function ensureRegistered(repository: Repository, workspace: Workspace): Promise<string> {
  await waitForLeftover(addGuard(repository.commonDir));
  const found = await findEntry(repository.commonDir, workspace.path);
  if (found !== null && !(await isHalfMade(repository, found))) return adopt(repository, workspace, found);
  if (found !== null) await discardHalf(repository, workspace, found);
  await assertFree(workspace.path);
  await repository.marks.ensure({ kind: 'worktrees', path: repository.worktreesDir });
  await addWorktree(repository, workspace);
  const added = await findEntry(repository.commonDir, workspace.path);
  if (added === null) throw new Fault('git-failed', `git made no worktree at ${workspace.path}`);
  return adopt(repository, workspace, added);
}

async function adopt(
  repository: Repository,
  { path, branch }: Workspace,
  entry: WorktreeEntry,
): Promise<string> {
  const { adminDir } = entry;
  const marker = join(adminDir, PROJECT_MARKER);
  if (!(await exists(marker))) {
    if (!(await isOnBranch(repository, entry, branch)))
      throw takenFault(path, `it is a worktree, but not on ${branch}`);
    await writeAtomic(marker, `${repository.project}\n`);
  }
  // Without this file the folder is no worktree, but the work in it is still there.
  const link = join(path, '.git');
  if (!(await exists(link))) await withFileFaults(link, () => writeFile(link, `gitdir: ${adminDir}\n`));
  return adminDir;
}

/** Git was killed while it made this one, so there is no work in it. */
async function isHalfMade({ git }: Repository, { adminDir }: WorktreeEntry): Promise<boolean> {
  if (await exists(join(adminDir, PROJECT_MARKER))) return false;
  const lock = join(adminDir, 'locked');
  if (readSmall(lock)?.trim() === 'initializing') return true;
  return (await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], { gitDir: adminDir })) === null;
}

async function discardHalf(
  { trash }: Repository,
  { path, sessionId }: Workspace,
  { adminDir }: WorktreeEntry,
): Promise<void> {
  const number = 1 + Math.max(0, ...(await trash.listNumbers(sessionId)));
  await trash.ensureIn(adminDir, `${sessionId}-${number}.git`);
  await withFileFaults(path, () => rm(join(path, '.git'), { force: true }));
}

async function assertFree(path: string): Promise<void> {
  try {
    const names = await unlessMissing(path, [], () => readdir(path));
    if (names.length > 0) throw takenFault(path, 'it holds files that are not of a workspace');
    await rmdir(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw fileFault(error, path);
  }
}

const takenFault = (path: string, problem: string): Fault =>
  new Fault('workspace-taken', `${path} cannot become a workspace: ${problem}`, {
    hint: 'move it out of the way',
  });

async function addWorktree(repository: Repository, { path, branch, baseCommit }: Workspace): Promise<void> {
  const { git, project, commonDir } = repository;
  const ref = `refs/heads/${branch}`;
  await clearBranchLock(repository, ref);
  const isThere = (await git.run(['show-ref', '--verify', '--quiet', ref], { in: project })).code === 0;
  const what = isThere ? [path, branch] : ['--no-track', '-b', branch, path, baseCommit];
  const args = ['worktree', 'add', '--no-checkout', ...what];
  await askGuarded(git, addGuard(commonDir), { args, call: { in: project } });
}

export const addGuard = (commonDir: string): string => join(commonDir, 'swarm-adding.json');

/** Git writes the index after the files, so where there is one, everything was checked out. */
export async function ensurePopulated(
  repository: Repository,
  { adminDir, path }: WorktreeEntry,
): Promise<void> {
  const guard = join(adminDir, 'swarm-populating.json');
  const wasKilled = await waitForLeftover(guard);
  const isPopulated = await exists(join(adminDir, 'index'));
  // Left by a git that was killed; we have the lock of this workspace, and no agent works in it yet.
  if (wasKilled || !isPopulated) {
    for (const name of ['index.lock', 'HEAD.lock']) await rm(join(adminDir, name), { force: true });
  }
  if (wasKilled) await rm(guard, { force: true });
  if (isPopulated) return;
  const call = { gitDir: adminDir, workTree: path };
  await askGuarded(repository.git, guard, { args: ['reset', '--hard', '--quiet'], call });
}
