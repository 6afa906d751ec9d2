import { lstatSync, renameSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { errnoOf } from '../files/file-fault.ts';
import { inFolder } from './folder-handle.ts';
import { OddFile } from './odd-file.ts';

/** What was found where something else should be, and where it was put, if it could be moved. */
export type Oddity = Readonly<{ path: string; problem: string; movedTo: string | null }>;

type Noticed = Readonly<{
  base: string;
  path: string;
  problem: string;
  /** What was seen: another thing that took its place since is left alone. */
  seen: string | undefined;
  movedTo: string | null;
}>;

/** More of one folder is set aside without a word: an agent could fill the journal. */
const MOST_TOLD = 20;
const MOST_TRIES = 50;

/** Gathers what is odd while files are read. Reading changes nothing; to set aside is a step of its own. */
export class Oddities {
  readonly #noticed = new Map<string, Noticed>();
  readonly #told = new Set<string>();
  readonly #counts = new Map<string, number>();

  notice(base: string, { path, problem }: OddFile, movedTo: string | null = null): void {
    if (this.#told.has(`${path} ${problem}`)) return;
    this.#noticed.set(path, { base, path, problem, seen: identityOf(path), movedTo });
  }

  has(folder: string): boolean {
    return [...this.#noticed.keys()].some((path) => isWithin(folder, path));
  }

  /** Sets aside what was noticed below this folder, and gives back what to tell: each once. */
  setAside(folder: string): readonly Oddity[] {
    const mine = [...this.#noticed.values()].filter(({ path }) => isWithin(folder, path));
    return mine.flatMap((noticed) => {
      this.#noticed.delete(noticed.path);
      const movedTo = noticed.movedTo ?? setAside(noticed.base, noticed.path, noticed.seen);
      // One that was moved may come again, and is told again; one that stays is told once.
      if (movedTo === null) this.#told.add(`${noticed.path} ${noticed.problem}`);
      return this.#mayTell(folder) ? [{ path: noticed.path, problem: noticed.problem, movedTo }] : [];
    });
  }

  #mayTell(folder: string): boolean {
    const count = (this.#counts.get(folder) ?? 0) + 1;
    this.#counts.set(folder, count);
    return count <= MOST_TOLD;
  }
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

const lookAt = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

// The number of a file that was removed is soon used again.
const identity = ({ ino, mode, ctimeMs }: Stats): string => `${ino}.${mode}.${ctimeMs}`;

/** Tells what lies there now from whatever else may lie there later. */
export function identityOf(path: string): string | undefined {
  try {
    const seen = lookAt(path);
    return seen && identity(seen);
  } catch {
    return undefined;
  }
}

/** Renames it beside itself. Null when it is gone, is another one meanwhile, or cannot be moved. */
export function setAside(base: string, path: string, seen: string | undefined): string | null {
  try {
    return inFolder(base, dirname(path), ({ at }) => {
      const name = basename(path);
      const there = lookAt(at(name));
      const free = there && identity(there) === seen ? freeName(at, name) : null;
      if (free === null) return null;
      renameSync(at(name), at(free));
      const moved = lookAt(at(free));
      // Another one may have taken its place between the look and the move.
      const isAnother = moved?.ino !== there?.ino || moved?.mode !== there?.mode;
      if (isAnother) renameSync(at(free), at(name));
      return isAnother ? null : `${dirname(path)}/${free}`;
    });
  } catch (error) {
    // Its folder is odd itself, or may not be written: then it stays where it is, unused.
    if (error instanceof OddFile || errnoOf(error) !== undefined) return null;
    throw error;
  }
}

function freeName(at: (name: string) => string, name: string): string | null {
  for (let number = 1; number <= MOST_TRIES; number += 1) {
    const free = `.aside-${number}-${name}`;
    if (lookAt(at(free)) === undefined) return free;
  }
  return null;
}
