import {
  closeSync,
  constants,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import { FileReader } from './file-reader.ts';
import { openIn } from './folder-access.ts';
import { inFolder } from './folder-handle.ts';
import { kindOf, OddFile } from './odd-file.ts';
import { keepPlain, type Opened, withPlain } from './open-plain.ts';

const OWNER_ONLY_FOLDER = 0o700;
const LOG = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
// Without a reader a pipe cannot be opened. The hook opens it again at once, so the next wake-up arrives.
const WAKING = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const WITHHELD: ReadonlySet<string> = new Set(['file-odd', 'not-writable']);
let drafts = 0;

/**
 * Files below a folder that we trust, in folders that agents may write. No link is followed on the way, what
 * is no plain file counts as absent and is noticed, and what is written replaces a link instead of following
 * it. All calls are sync: none of them can wait for another process.
 */
export class AgentFiles extends FileReader {
  /** Whole and at once: readers see the old content or the new one. The folder must be there. */
  write(path: string, content: string | Uint8Array, mode = 0o600): void {
    this.force(path, ({ at, path: folder }) => {
      const draft = draftOf(path);
      try {
        const there = lstatSync(at(basename(path)), { throwIfNoEntry: false });
        if (there?.isDirectory()) throw new OddFile(path, 'is a folder and should be a file');
        withPlain(`${folder}/${draft}`, { at: at(draft), flags: NEW_FILE, mode }, ({ fd }) =>
          writeAll(fd, 0, bytesOf(content)),
        );
        renameSync(at(draft), at(basename(path)));
      } catch (error) {
        rmSync(at(draft), { force: true });
        throw error;
      }
    });
  }

  /** False when something is there already. It appears whole: a hard link does. */
  writeNew(path: string, content: string): boolean {
    return this.force(path, ({ at, path: folder }) => {
      const draft = draftOf(path);
      withPlain(`${folder}/${draft}`, { at: at(draft), flags: NEW_FILE }, ({ fd }) =>
        writeAll(fd, 0, bytesOf(content)),
      );
      try {
        linkSync(at(draft), at(basename(path)));
        return true;
      } catch (error) {
        if (errnoOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        unlinkSync(at(draft));
      }
    });
  }

  /** Puts content at a byte position. The same at the same position changes nothing. */
  writeAt(path: string, position: number, content: string | Uint8Array): void {
    this.change(path, ({ fd }) => writeAll(fd, position, bytesOf(content)));
  }

  /** Does what an agent can prevent only to its own harm. False when it did; any other failure is a fault. */
  offer(work: (files: AgentFiles) => void): boolean {
    try {
      work(this);
      return true;
    } catch (error) {
      if (error instanceof Fault && WITHHELD.has(error.code)) return false;
      throw error;
    }
  }

  /** Works on an open file that is made if it is missing. What is no plain file there is set aside first. */
  change<T>(path: string, work: (opened: Opened) => T): T {
    return this.force(path, (folder) =>
      openIn(path, { folder, flags: constants.O_RDWR | constants.O_CREAT }, (opened) => {
        refuseSecondName(path, opened);
        return work(opened);
      }),
    );
  }

  /** Opens a log for a program that writes to it by itself; the caller closes the descriptor. */
  openLog(path: string, { isFresh }: Readonly<{ isFresh: boolean }>): number {
    return this.force(path, ({ at, owner }) =>
      keepPlain(path, { at: at(basename(path)), flags: LOG, owners: [owner] }, (opened) => {
        refuseSecondName(path, opened);
        if (isFresh) ftruncateSync(opened.fd);
      }),
    );
  }

  append(path: string, text: string): void {
    this.change(path, ({ fd, seen }) => writeAll(fd, Number(seen.size), bytesOf(text)));
  }

  ensureFile(path: string): void {
    this.change(path, () => undefined);
  }

  /** Makes the folder and those on the way to it. What is no folder there is set aside. */
  ensureFolder(path: string): void {
    if (path === this.base) {
      makeFolder(path);
      return;
    }
    if (this.#isFolder(path)) return;
    this.ensureFolder(dirname(path));
    this.force(path, ({ at }) => {
      try {
        mkdirSync(at(basename(path)), { mode: OWNER_ONLY_FOLDER });
      } catch (error) {
        const seen = lstatSync(at(basename(path)), { throwIfNoEntry: false });
        if (seen?.isDirectory()) return;
        throw seen ? new OddFile(path, `is ${kindOf(seen)} and should be a folder`) : error;
      }
    });
  }

  /** False when it is not there, or when the folder to move to is missing. */
  move(from: string, to: string): boolean {
    return this.within(dirname(from), false, (source) =>
      inFolder(this.base, dirname(to), (target) => {
        const there = lstatSync(target.at(basename(to)), { throwIfNoEntry: false });
        if (there?.isDirectory()) throw new OddFile(to, 'is a folder and should be a file');
        renameSync(source.at(basename(from)), target.at(basename(to)));
        return true;
      }),
    );
  }

  /** Removes a file, or a link or pipe in its place. What is not there needs no removing. */
  remove(path: string): void {
    this.within(dirname(path), undefined, ({ at }) => {
      const there = lstatSync(at(basename(path)), { throwIfNoEntry: false });
      if (there?.isDirectory()) throw new OddFile(path, 'is a folder and should be a file');
      if (there) unlinkSync(at(basename(path)));
    });
  }

  /** Wakes the reader of a named pipe; false when it has none yet. True when there is no pipe any more. */
  wake(path: string): boolean {
    return this.within(dirname(path), true, ({ at }) => {
      try {
        const there = lstatSync(at(basename(path)), { throwIfNoEntry: false });
        if (there?.isFIFO()) closeSync(openSync(at(basename(path)), WAKING));
        return true;
      } catch (error) {
        if (errnoOf(error) === 'ENXIO') return false;
        throw error;
      }
    });
  }

  #isFolder(path: string): boolean {
    return this.within(path, false, () => true);
  }
}

/** It could lie anywhere. */
function refuseSecondName(path: string, { seen }: Opened): void {
  if (seen.nlink > 1n) throw new OddFile(path, 'has a second name elsewhere');
}

// A name may be as long as the system allows, and the draft's own is longer.
const DRAFT_LETTERS = 40;

// Begins with a dot, so that readers of the folder ignore it.
function draftOf(path: string): string {
  drafts += 1;
  return `.${basename(path).slice(0, DRAFT_LETTERS)}.${process.pid}.${drafts}`;
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : content;

function writeAll(fd: number, position: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
}
