import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readSmall } from '../agent-files/read-plain.ts';
import { isSameFolder } from './identity.ts';

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
  const pointer = readSmall(join(folder, '.git'));
  const target = pointer?.match(/^gitdir: (.+?)\n*$/s)?.[1];
  if (target === undefined) return null;
  const adminDir = resolve(folder, target);
  return readSmall(join(adminDir, 'commondir')) === null ? null : adminDir;
}

/** The root of the project that gave out the workspace at `folder`; null when it is no workspace. */
export function observeWorkspaceProject(folder: string): string | null {
  const adminDir = observeAdminDir(folder);
  const isOurs = adminDir !== null && !isCopy(folder, adminDir);
  const marked = isOurs && readSmall(join(adminDir, PROJECT_MARKER))?.replace(/\n$/, '');
  if (marked && isFolder(marked)) return marked;
  return rootByPath(folder);
}

/**
 * The same folder in the main worktree of its repository; null in the main one itself. Git's own folder has
 * to name the worktree too: what a folder alone says of itself counts for nothing.
 */
export function observeMainRoot(root: string): string | null {
  for (let top = root; ; top = dirname(top)) {
    const adminDir = observeAdminDir(top);
    if (adminDir !== null) return mainRoot({ top, adminDir, prefix: relative(top, root) });
    const isTop = statSync(join(top, '.git'), { throwIfNoEntry: false }) !== undefined;
    if (isTop || dirname(top) === top) return null;
  }
}

type Linked = Readonly<{ top: string; adminDir: string; prefix: string }>;

function mainRoot({ top, adminDir, prefix }: Linked): string | null {
  const pointer = readSmall(join(adminDir, 'gitdir'))?.replace(/\n$/, '');
  const common = readSmall(join(adminDir, 'commondir'))?.replace(/\n$/, '');
  if (pointer === undefined || common === undefined) return null;
  const commonDir = resolve(adminDir, common);
  const isOurs = isSame(resolve(adminDir, pointer), join(top, '.git'));
  const isInside = isSame(dirname(adminDir), join(commonDir, 'worktrees'));
  if (!isOurs || !isInside || basename(commonDir) !== '.git') return null;
  return join(realpathSync(dirname(commonDir)), prefix);
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

// A copied folder still leads to what git knows of the original, which leads back to the original.
function isCopy(folder: string, adminDir: string): boolean {
  const back = readSmall(join(adminDir, 'gitdir'))?.replace(/\n$/, '');
  if (back === undefined) return false;
  const known = dirname(resolve(adminDir, back));
  return isFolder(known) && !isSameFolder(known, folder);
}

// Fallback by path: before the marker is written, or once an agent has broken its .git file.
function rootByPath(folder: string): string | null {
  const swarmDir = dirname(folder);
  return basename(folder) === 'worktrees' && basename(swarmDir) === '.swarm' ? dirname(swarmDir) : null;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
