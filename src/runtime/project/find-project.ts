import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { isGitFolder } from './git-folder.ts';
import { isFolder, observeWorkspaceProject } from './workspace-marker.ts';

export type FoundProject = Readonly<{
  root: string;
  because: 'workspace' | 'swarm-folder' | 'config-file' | 'git';
}>;

/** The project that a folder belongs to; null when nothing upward from it says so. */
export function findProject(folder: string): FoundProject | null {
  let configured: string | null = null;
  let repository: string | null = null;
  for (const place of foldersUpward(folder)) {
    const owner = observeWorkspaceProject(place);
    if (owner !== null) return { root: owner, because: 'workspace' };
    // A workspace contains a checkout of the project's own configuration, so that file decides only at
    // the end.
    if (configured === null && isFolder(join(place, '.swarm')))
      return { root: place, because: 'swarm-folder' };
    if (existsSync(join(place, 'swarm.config.json'))) configured ??= place;
    if (isGitFolder(place)) repository ??= place;
  }
  if (configured !== null) return { root: configured, because: 'config-file' };
  return repository === null ? null : { root: repository, because: 'git' };
}

function foldersUpward(folder: string): readonly string[] {
  const folders = [realFolder(folder)];
  for (let last = folders[0] ?? '/'; dirname(last) !== last; last = dirname(last))
    folders.push(dirname(last));
  return folders;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new Fault('folder-missing', `cannot enter ${folder}: ${(cause as Error).message}`, { cause });
  }
}
