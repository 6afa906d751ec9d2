import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A repository, or a worktree whose `.git` is a file that points to one. An empty `.git` folder is neither:
 * sandboxes of agent CLIs leave such folders behind, also in the folder of temporary files.
 */
export function isGitFolder(folder: string): boolean {
  const git = join(folder, '.git');
  const seen = statSync(git, { throwIfNoEntry: false });
  return seen !== undefined && (seen.isFile() || existsSync(join(git, 'HEAD')));
}

/** Of the `.git` that git would find from here: another one when it was replaced; null when there is none. */
export function stampGitFolder(folder: string): string | null {
  const above = dirname(folder);
  if (!isGitFolder(folder)) return above === folder ? null : stampGitFolder(above);
  const seen = statSync(join(folder, '.git'), { throwIfNoEntry: false });
  if (seen === undefined) return null;
  // The times of a folder change with every commit.
  return [folder, seen.dev, seen.ino, seen.uid, seen.isFile() ? seen.mtimeMs : ''].join(' ');
}
