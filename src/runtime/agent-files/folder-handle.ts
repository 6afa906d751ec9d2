import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';
import { kindOf, OddFile } from './odd-file.ts';

/** A folder below a trusted one, held open: what is reached through it cannot be led elsewhere. */
export type FolderHandle = Readonly<{
  path: string;
  /** Where an entry of this very folder is reached, whatever became of the folder's name. */
  at: (name: string) => string;
  /** The folder itself, for a list of its names. */
  here: string;
  owner: number;
  /** Throws when the way to the folder has changed meanwhile. Only needed where it could not be held. */
  check: () => void;
}>;

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NO_FOLDER: ReadonlySet<string | undefined> = new Set(['ENOTDIR', 'ELOOP']);
const OWNER_ALL = 0o700;
const canHold = process.platform === 'linux';
const realBases = new Map<string, string>();

/**
 * Opens a folder below the base with no link on the way, and closes it after the work. A missing one is
 * thrown as the system does (ENOENT), anything else that is no folder as an `OddFile`.
 */
export function inFolder<T>(base: string, path: string, work: (folder: FolderHandle) => T): T {
  const parts = partsBelow(base, path);
  const fd = openFolder(base, path, parts);
  try {
    const check = (): void => checkWay(base, parts, fd);
    check();
    const here = canHold ? `/proc/self/fd/${fd}` : path;
    return work({ path, at: (name) => join(here, name), here, owner: openUp(fd), check });
  } finally {
    closeSync(fd);
  }
}

/** A folder of ours that may not be written was made so by an agent. Gives back its owner. */
function openUp(fd: number): number {
  const { uid, mode } = fstatSync(fd);
  if (uid === process.geteuid?.() && (mode & OWNER_ALL) !== OWNER_ALL) fchmodSync(fd, mode | OWNER_ALL);
  return uid;
}

function partsBelow(base: string, path: string): readonly string[] {
  const way = relative(base, path);
  if (way === '..' || way.startsWith(`..${sep}`) || way.startsWith(sep)) {
    throw new Fault('name-unsafe', `${path} does not lie in ${base}`);
  }
  return way === '' ? [] : way.split(sep);
}

function openFolder(base: string, path: string, parts: readonly string[]): number {
  try {
    // The base is trusted, and may itself be a link that the person made.
    return openSync(parts.length === 0 ? realOf(base) : path, FLAGS);
  } catch (error) {
    const errno = errnoOf(error);
    if (NO_FOLDER.has(errno)) throw findOdd(base, parts) ?? error;
    if (errno === 'EACCES' || errno === 'EPERM') throw new OddFile(path, 'may not be read');
    throw error;
  }
}

/** What is open is what the path says, link by link: its real path has the very same parts. */
function checkWay(base: string, parts: readonly string[], fd: number): void {
  if (canHold && isAt(base, parts, readlinkSync(`/proc/self/fd/${fd}`))) return;
  // A file system that ignores case may tell another spelling.
  if (isSame(base, parts, fd)) return;
  const odd = findOdd(base, parts);
  if (odd !== undefined) throw odd;
  throw Object.assign(new Error('moved while it was opened'), { code: 'ENOENT' });
}

function isAt(base: string, parts: readonly string[], real: string): boolean {
  if (real === join(realOf(base), ...parts)) return true;
  realBases.delete(base);
  return real === join(realOf(base), ...parts);
}

function isSame(base: string, parts: readonly string[], fd: number): boolean {
  if (findOdd(base, parts) !== undefined) return false;
  const [open, named] = [fstatSync(fd), lstatSync(join(realOf(base), ...parts), { throwIfNoEntry: false })];
  return named?.ino === open.ino && named.dev === open.dev;
}

function realOf(base: string): string {
  const known = realBases.get(base) ?? realpathSync(base);
  realBases.set(base, known);
  return known;
}

/** The first part below the base that is no folder; undefined when one is missing, or all are folders. */
function findOdd(base: string, parts: readonly string[]): OddFile | undefined {
  let path = base;
  for (const part of parts) {
    path = join(path, part);
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen === undefined) return undefined;
    if (!seen.isDirectory()) return new OddFile(path, `is ${kindOf(seen)} and should be a folder`);
  }
  return undefined;
}
