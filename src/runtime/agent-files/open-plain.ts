import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { errnoOf } from '../files/file-fault.ts';
import { kindOf, OddFile } from './odd-file.ts';

export type Opening = Readonly<{
  /** How it is opened, beside what is always so. */
  flags?: number;
  /** Where it is reached, if that is not its path. */
  at?: string;
  /** User ids that may own it, beside ours; without them, every user. */
  owners?: readonly number[];
  /** A person may link their own files; agents may not. */
  followsLinks?: boolean;
  /** Of a file that is made. */
  mode?: number;
}>;

export type Opened = Readonly<{ fd: number; seen: BigIntStats }>;

const OWNER_ONLY = 0o600;

/**
 * The one function that opens what an agent may have written, and calls back with a plain file. It does not
 * wait for a pipe, follow a link, or take what belongs to another user: such is an `OddFile`.
 */
export function withPlain<T>(path: string, opening: Opening, work: (opened: Opened) => T): T {
  const fd = openPlain(path, opening);
  try {
    return work({ fd, seen: lookAtPlain(path, fd, opening) });
  } finally {
    closeSync(fd);
  }
}

/** The same, for a program that goes on with the descriptor: it stays open unless the work throws. */
export function keepPlain(path: string, opening: Opening, work: (opened: Opened) => void): number {
  const fd = openPlain(path, opening);
  try {
    work({ fd, seen: lookAtPlain(path, fd, opening) });
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function lookAtPlain(path: string, fd: number, { owners }: Opening): BigIntStats {
  const seen = fstatSync(fd, { bigint: true });
  if (!seen.isFile()) throw new OddFile(path, `is ${kindOf(seen)} and should be a file`);
  const owner = Number(seen.uid);
  const isForeign = owners && owner !== process.geteuid?.() && !owners.includes(owner);
  if (isForeign) throw new OddFile(path, `belongs to another user (${owner})`);
  return seen;
}

function openPlain(path: string, opening: Opening): number {
  const { flags = constants.O_RDONLY, at = path, followsLinks, mode = OWNER_ONLY } = opening;
  const never = constants.O_NONBLOCK | constants.O_NOCTTY | (followsLinks ? 0 : constants.O_NOFOLLOW);
  try {
    return openSync(at, flags | never, mode);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'EACCES' || errno === 'EPERM') throw new OddFile(path, 'may not be read');
    // A link, a socket, a pipe that has no reader, a folder that was to be written.
    if (errno !== 'ELOOP' && errno !== 'ENXIO' && errno !== 'EISDIR') throw error;
    const seen = lstatSync(at, { throwIfNoEntry: false });
    throw seen === undefined ? error : new OddFile(path, `is ${kindOf(seen)} and should be a file`);
  }
}
