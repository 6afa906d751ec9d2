import { basename, isAbsolute, join, relative, sep } from 'node:path';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { type OwnFolder, obstacleText } from '../project/folder-marks.ts';
import { isSameFolder } from '../project/identity.ts';
import { observeAdminDir, PROJECT_MARKER } from '../project/workspace-marker.ts';
import type { Repository } from './open-repository.ts';
import { exists, findEntry, type WorktreeEntry } from './worktree-entry.ts';

/**
 * Why the folder that a row names is not this project's to move; null when it is, or is not there. A row may
 * be of a copy, or of a project that was elsewhere: git and the marks have to agree with it.
 */
export async function findForeign(repository: Repository, { path }: Workspace): Promise<string | null> {
  if (!isPlausible(repository, path)) return 'it is no place for a workspace';
  if (!(await exists(path))) return null;
  const entry = await findEntry(repository.commonDir, path);
  const owner = entry && readOwner(entry);
  if (owner && !isSameFolder(owner, repository.project)) return `it is a workspace of ${owner}`;
  if (isInside(path, repository.worktreesDir)) return findObstacle(repository);
  if (entry === null || owner === null) return 'git knows no workspace of this project there';
  return observeAdminDir(path) === entry.adminDir ? null : 'its .git leads to another repository';
}

function isPlausible({ project, worktreesDir, trashDir, commonDir }: Repository, path: string): boolean {
  const ours = [project, worktreesDir, trashDir, commonDir];
  const holdsOurs = ours.some((folder) => folder === path || isInside(folder, path));
  return isAbsolute(path) && basename(path) !== '' && !holdsOurs;
}

async function findObstacle({ marks, worktreesDir }: Repository): Promise<string | null> {
  const folder: OwnFolder = { kind: 'worktrees', path: worktreesDir };
  const obstacle = await marks.findObstacle(folder);
  return obstacle && `${worktreesDir} ${obstacleText(obstacle)}`;
}

const readOwner = ({ adminDir }: WorktreeEntry): string | null =>
  readSmall(join(adminDir, PROJECT_MARKER))?.replace(/\n$/, '') || null;

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
