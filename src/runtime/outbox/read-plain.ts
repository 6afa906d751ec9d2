import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { errnoOf, fileFault } from '../files/file-fault.ts';

export type PlainFile = Readonly<{
  /** Null when it is larger than the limit; empty when it may not be read. */
  text: string | null;
  bytes: number;
  changedAt: number;
  /** Changes whenever the file is replaced or modified. */
  stamp: string;
}>;

// A link could lead anywhere, and a read from a pipe would block for ever.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const GONE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/** A plain file that a person or an agent wrote. Read in every round, so without the thread pool. */
export function readPlain(path: string, mostBytes: number): PlainFile | null {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch (error) {
    const errno = errnoOf(error);
    if (GONE.has(errno)) return null;
    if (errno === 'EACCES' || errno === 'EPERM') return { text: '', bytes: 0, changedAt: 0, stamp: 'locked' };
    throw fileFault(error, path);
  }
  try {
    const seen = fstatSync(file, { bigint: true });
    if (!seen.isFile()) return null;
    const bytes = Number(seen.size);
    return {
      text: bytes > mostBytes ? null : readFileSync(file, 'utf8'),
      bytes,
      // A copy keeps the mtime of its original; only ctime says when the file arrived.
      changedAt: Number(seen.ctimeMs),
      stamp: stampOf(seen),
    };
  } finally {
    closeSync(file);
  }
}

/** Changes whenever an entry of the folder is added or removed; null when the folder is missing. */
export function folderStamp(path: string): Readonly<{ stamp: string; changedAt: number }> | null {
  const seen = statSync(path, { bigint: true, throwIfNoEntry: false });
  return seen ? { stamp: stampOf(seen), changedAt: Number(seen.ctimeMs) } : null;
}

export const stampOf = ({ ino, size, ctimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'ctimeNs'>): string =>
  `${ino}.${size}.${ctimeNs}`;

export function listNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return [];
    throw fileFault(error, path);
  }
}
