import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readPlain } from '../agent-files/read-plain.ts';

/** A path and no more. */
const MOST_BYTES = 8 * 1024;

/**
 * The folder that all worktrees of the project's repository share; null where there is no repository. Found
 * from the project alone, for an agent can write to its workspace. A file `.git` counts only when the
 * repository that it names says so too.
 */
export function sharedGitFolder(root: string): string | null {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = gitFolderAt(join(folder, '.git'));
    if (found !== null) return found;
    if (folder === dirname(folder)) return null;
  }
}

function gitFolderAt(path: string): string | null {
  const seen = lstatSync(path, { throwIfNoEntry: false });
  if (seen === undefined) return null;
  if (seen.isDirectory()) return realpathSync(path);
  return seen.isFile() ? followed(path) : null;
}

function followed(file: string): string | null {
  const entry = resolve(dirname(file), textOf(file).replace(/^gitdir: /, ''));
  const back = resolve(entry, textOf(join(entry, 'gitdir')));
  const common = resolve(entry, textOf(join(entry, 'commondir')));
  const isHere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (![back, join(entry, 'commondir'), common].every(isHere)) return null;
  return realpathSync(back) === realpathSync(file) ? realpathSync(common) : null;
}

const textOf = (file: string): string => (readPlain(file, MOST_BYTES)?.text ?? '').trim();
