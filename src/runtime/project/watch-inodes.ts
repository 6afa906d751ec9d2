import { statSync } from 'node:fs';

/** Says whether these paths still lead to what was there when it was asked for. */
export function watchInodes(paths: readonly string[]): () => boolean {
  const before = paths.map(identityOf);
  return () => paths.every((path, n) => identityOf(path) === before[n]);
}

/** A file that was removed, or replaced, lives on for those who have it open: only its number tells. */
function identityOf(path: string): string | null {
  const seen = statSync(path, { throwIfNoEntry: false });
  return seen === undefined ? null : `${seen.dev}:${seen.ino}`;
}
