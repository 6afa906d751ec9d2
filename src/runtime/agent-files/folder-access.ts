import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import { type FolderHandle, inFolder } from './folder-handle.ts';
import { OddFile } from './odd-file.ts';
import { identityOf, type Oddities, setAside } from './oddities.ts';
import { type Opened, withPlain } from './open-plain.ts';

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);
const DENIED: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM']);
/** An agent that is faster than this wins, and the round fails. */
const MOST_SET_ASIDE = 5;

/** The way into folders that agents may write, below one that we trust: no link is followed. */
export class FolderAccess {
  readonly base: string;
  protected readonly oddities: Oddities;

  constructor(base: string, oddities: Oddities) {
    this.base = base;
    this.oddities = oddities;
  }

  protected open<T>(path: string, work: (opened: Opened) => T): T | null {
    return this.within(dirname(path), null, (folder) => {
      const opening = { folder, flags: constants.O_RDONLY };
      return openIn(path, opening, work);
    });
  }

  /** `otherwise` when it is missing or odd; what is odd is noticed. Any other failure is a fault. */
  protected within<T>(folder: string, otherwise: T, work: (folder: FolderHandle) => T): T {
    try {
      return inFolder(this.base, folder, work);
    } catch (error) {
      if (error instanceof OddFile) {
        this.oddities.notice(this.base, error);
        return otherwise;
      }
      const errno = errnoOf(error);
      if (MISSING.has(errno)) return otherwise;
      if (!DENIED.has(errno)) throw fileFault(error, folder);
      this.notice(folder, 'may not be changed');
      return otherwise;
    }
  }

  /** The same for what we have to write: what is odd is set aside at once, and the work is tried again. */
  protected force<T>(path: string, work: (folder: FolderHandle) => T): T {
    for (let tries = 0; ; tries += 1) {
      try {
        return inFolder(this.base, dirname(path), work);
      } catch (error) {
        if (!(error instanceof OddFile)) throw fileFault(error, path);
        const seen = identityOf(error.path);
        const movedTo = tries < MOST_SET_ASIDE ? setAside(this.base, error.path, seen) : null;
        this.oddities.notice(this.base, error, movedTo);
        if (movedTo === null) throw new Fault('file-odd', `${error.message}, and could not be moved`);
      }
    }
  }

  protected notice(path: string, problem: string): void {
    this.oddities.notice(this.base, new OddFile(path, problem));
  }
}

type InFolder = Readonly<{ folder: FolderHandle; flags: number }>;

/** Opens a file by the handle of its folder, and says so when the folder was replaced meanwhile. */
export function openIn<T>(path: string, { folder, flags }: InFolder, work: (opened: Opened) => T): T {
  const opening = { at: folder.at(basename(path)), flags, owners: [folder.owner] };
  return withPlain(path, opening, (opened) => {
    folder.check();
    return work(opened);
  });
}
