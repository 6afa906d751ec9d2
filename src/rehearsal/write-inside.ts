import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/**
 * Resolves a path of a script if it is inside one of these folders. Links are followed, so that none
 * leads out.
 */
export function pathInside(path: string, workDir: string, folders: readonly string[]): string | undefined {
  const target = resolve(workDir, path);
  const real = join(realFolder(dirname(target)), basename(target));
  const ends = [real, realOrSame(real)];
  const isInside = (folder: string): boolean => ends.every((end) => isBelow(realOrSame(folder), end));
  return folders.some(isInside) ? real : undefined;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith('../');
}

// Of a folder that does not exist yet, the part that does.
function realFolder(folder: string): string {
  const real = realOrSame(folder);
  if (real !== folder || dirname(folder) === folder || isThere(folder)) return real;
  return join(realFolder(dirname(folder)), basename(folder));
}

function isThere(path: string): boolean {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Atomic: a reader sees the old text or the new one. */
export function replaceText(file: string, text: string): void {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  writeText(draft, text);
  renameSync(draft, file);
}
