import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { isGitFolder } from './git-folder.ts';
import { isFolder, observeAdminDir, observeMainRoot, observeWorkspaceProject } from './workspace-marker.ts';

export type FoundProject = Readonly<{
  root: string;
  because: 'workspace' | 'worktree' | 'swarm-folder' | 'config-file' | 'git';
}>;

/** The project that a folder belongs to; null when nothing upward from it says so. */
export function findProject(folder: string): FoundProject | null {
  let configured: string | null = null;
  let repository: string | null = null;
  for (const current of foldersUpward(folder)) {
    const owner = observeWorkspaceProject(current);
    if (owner !== null) return { root: owner, because: 'workspace' };
    // A workspace contains a checkout of the project's own configuration, so that file decides only at
    // the end.
    if (configured === null && isFolder(join(current, '.swarm')))
      return { root: current, because: 'swarm-folder' };
    const main = repository === null ? findMainProject(folder, current) : null;
    if (main !== null) return { root: main, because: 'worktree' };
    if (existsSync(join(current, 'swarm.config.json'))) configured ??= current;
    if (isGitFolder(current)) repository ??= current;
  }
  if (configured !== null) return { root: configured, because: 'config-file' };
  return repository === null ? null : { root: repository, because: 'git' };
}

/**
 * A linked worktree belongs to the project of its main worktree, if there is one: the checkout of a
 * configuration does not make another. Git's own folder has to lead back to the worktree.
 */
function findMainProject(folder: string, top: string): string | null {
  if (observeAdminDir(top) === null) return null;
  const main = observeMainRoot(top);
  if (main === null) return null;
  const prefix = relative(top, realFolder(folder));
  return foldersAbove(join(main, prefix)).find((current) => isFolder(join(current, '.swarm'))) ?? null;
}

const foldersUpward = (folder: string): readonly string[] => foldersAbove(realFolder(folder));

function foldersAbove(folder: string): readonly string[] {
  const folders = [folder];
  for (let last = folder; dirname(last) !== last; last = dirname(last)) folders.push(dirname(last));
  return folders;
}

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (!isFolder(real)) throw new Error('it is not a folder');
    return real;
  } catch (cause) {
    throw new Fault('folder-missing', `cannot enter ${folder}: ${(cause as Error).message}`, { cause });
  }
}
