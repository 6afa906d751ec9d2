import { statSync } from 'node:fs';

/** Says whether those of these paths where something was still lead to it. */
export function watchInodes(paths: readonly string[]): () => boolean {
  const before = paths.map((path) => [path, identityOf(path)] as const).filter(([, seen]) => seen !== null);
  return () => before.every(([path, seen]) => identityOf(path) === seen);
}

/** A file that was removed, or replaced, lives on for those who have it open: only its number tells. */
function identityOf(path: string): string | null {
  const seen = statSync(path, { throwIfNoEntry: false });
  return seen === undefined ? null : `${seen.dev}:${seen.ino}`;
}
