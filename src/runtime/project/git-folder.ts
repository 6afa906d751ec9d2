import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A repository, or a worktree whose `.git` is a file that points to one. An empty `.git` folder is neither:
 * sandboxes of agent CLIs leave such folders behind, also in the folder of temporary files.
 */
export function isGitFolder(folder: string): boolean {
  const git = join(folder, '.git');
  const seen = statSync(git, { throwIfNoEntry: false });
  return seen !== undefined && (seen.isFile() || existsSync(join(git, 'HEAD')));
}
