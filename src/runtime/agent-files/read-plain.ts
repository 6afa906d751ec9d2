import { type BigIntStats, lstatSync, readdirSync, readSync, statSync } from 'node:fs';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import { kindOf, OddFile } from './odd-file.ts';
import { type Opened, withPlain } from './open-plain.ts';

export type PlainFile = Readonly<{
  /** Null when it is larger than the limit. */
  text: string | null;
  bytes: number;
  changedAt: number;
  /** Changes whenever the file is replaced or modified. */
  stamp: string;
}>;

/** A file that cannot be taken as it is, and why. */
export type Unusable = Readonly<{ problem: string }>;

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** What an open file holds, if it is not larger than the limit. */
export function plainFile({ fd, seen }: Opened, mostBytes: number): PlainFile {
  const bytes = Number(seen.size);
  return {
    text: bytes > mostBytes ? null : readBytes({ fd, seen }, { from: 0, bytes }).toString('utf8'),
    bytes,
    // A copy keeps the mtime of its original; only ctime says when the file arrived.
    changedAt: Number(seen.ctimeMs),
    stamp: stampOf(seen),
  };
}

/** So many bytes, fewer where it ends before. What grows meanwhile is not read further. */
export function readBytes({ fd, seen }: Opened, part: Readonly<{ from: number; bytes: number }>): Buffer {
  const buffer = Buffer.alloc(Math.max(0, Math.min(part.bytes, Number(seen.size) - part.from)));
  let read = 0;
  while (read < buffer.length) {
    const more = readSync(fd, buffer, read, buffer.length - read, part.from + read);
    if (more === 0) break;
    read += more;
  }
  return buffer.subarray(0, read);
}

/** A plain file outside of our own folders, such as a CLI's transcript; null when there is none. */
export function readPlain(path: string, mostBytes: number): PlainFile | null {
  return withoutOdd(path, () => withPlain(path, {}, (opened) => plainFile(opened, mostBytes)));
}

/** So many bytes of one; null when there is none that may be read. */
export function readPlainPart(path: string, part: Readonly<{ from: number; bytes: number }>): Buffer | null {
  return withoutOdd(path, () => withPlain(path, {}, (opened) => readBytes(opened, part)));
}

/**
 * A file of the person's own, who may link it from elsewhere: a configuration, a persona, a workflow. It is
 * not waited for, and read up to the limit. Null when there is none.
 */
export function readOwn(path: string, mostBytes: number): PlainFile | Unusable | null {
  try {
    // A device could act when it is opened.
    const seen = statSync(path);
    if (!seen.isFile()) return { problem: `is ${kindOf(seen)} and should be a plain file` };
    return withPlain(path, { followsLinks: true }, (opened) => plainFile(opened, mostBytes));
  } catch (error) {
    return error instanceof OddFile ? { problem: error.problem } : findObstacle(path, error);
  }
}

/** The names in a folder of the person's own, who may link it; none where it is not there. */
export function listOwn(path: string): readonly string[] | Unusable {
  try {
    const seen = statSync(path);
    return seen.isDirectory() ? readdirSync(path) : { problem: `is ${kindOf(seen)} and should be a folder` };
  } catch (error) {
    return findObstacle(path, error) ?? [];
  }
}

/** Null where nothing is. */
function findObstacle(path: string, error: unknown): Unusable | null {
  const errno = errnoOf(error);
  if (errno === 'ELOOP') return { problem: 'is a link that leads to itself' };
  if (!MISSING.has(errno)) return { problem: `cannot be read (${errno ?? String(error)})` };
  // Only where the way to it is there: `lstat` knows no path below a file.
  const isLink = errno === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? { problem: 'is a link that leads nowhere' } : null;
}

/** The last bytes of a log that a command of the project wrote; null when there is none. */
export function readTail(path: string, bytes: number): string | null {
  const read = ({ fd, seen }: Opened): string =>
    readBytes({ fd, seen }, { from: Math.max(0, Number(seen.size) - bytes), bytes }).toString('utf8');
  return withoutOdd(path, () => withPlain(path, {}, read));
}

const SMALL_BYTES = 1024 * 1024;

/** The text of such a file; null when there is none that can be used, or it is larger than 1 MB. */
export function readSmall(path: string): string | null {
  const file = readOwn(path, SMALL_BYTES);
  return file && 'text' in file ? file.text : null;
}

function withoutOdd<T>(path: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof OddFile || MISSING.has(errnoOf(error))) return null;
    throw fileFault(error, path);
  }
}

export const stampOf = ({ ino, size, ctimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'ctimeNs'>): string =>
  `${ino}.${size}.${ctimeNs}`;

/** The names in a folder of the person's; none when it is not there. */
export function listNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (MISSING.has(errnoOf(error))) return [];
    throw fileFault(error, path);
  }
}
