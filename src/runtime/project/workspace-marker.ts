import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Lies in the worktree's folder under `.git/worktrees/`, so that it is never part of the work. Contains
 * the root of the project that the workspace belongs to.
 */
export const PROJECT_MARKER = 'swarm-project';

/**
 * The folder in which git keeps what it knows of the worktree at `folder`; null when it is no linked
 * worktree.
 */
export function observeAdminDir(folder: string): string | null {
  const pointer = readIfFile(join(folder, '.git'));
  const target = pointer?.match(/^gitdir: (.+?)\n*$/s)?.[1];
  if (target === undefined) return null;
  const adminDir = resolve(folder, target);
  return readIfFile(join(adminDir, 'commondir')) === null ? null : adminDir;
}

/** The root of the project that gave out the workspace at `folder`; null when it is no workspace. */
export function observeWorkspaceProject(folder: string): string | null {
  const adminDir = observeAdminDir(folder);
  const marked = adminDir && readIfFile(join(adminDir, PROJECT_MARKER))?.replace(/\n$/, '');
  if (marked && isFolder(marked)) return marked;
  return rootByPath(folder);
}

// Fallback by path: before the marker is written, or once an agent has broken its .git file.
function rootByPath(folder: string): string | null {
  const swarmDir = dirname(folder);
  return basename(folder) === 'worktrees' && basename(swarmDir) === '.swarm' ? dirname(swarmDir) : null;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readIfFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
