import type { BigIntStats, Stats } from 'node:fs';

/** Something that an agent put where a plain file or a folder should be. Never leaves this folder. */
export class OddFile extends Error {
  /** The first part of the way that is not as it should be. */
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`);
    this.name = 'OddFile';
    this.path = path;
    this.problem = problem;
  }
}

type Kind = Pick<Stats | BigIntStats, 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'>;

/** In words, for the person. */
export function kindOf(seen: Kind): string {
  if (seen.isFile()) return 'a file';
  if (seen.isDirectory()) return 'a folder';
  if (seen.isSymbolicLink()) return 'a link';
  if (seen.isFIFO()) return 'a named pipe';
  return seen.isSocket() ? 'a socket' : 'a device';
}
