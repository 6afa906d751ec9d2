import { closeSync, constants, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import { Fault } from '../../domain/fault.ts';
import { fileFault } from '../files/file-fault.ts';

/** The folder that a long-lived process serves, which may be moved or deleted under it. */
export type Home = Readonly<{
  /** Its path still leads to the same folder. Cheap: asked before every write. */
  isThere: () => boolean;
  /** It was deleted, not moved. */
  isDeleted: () => boolean;
  close: () => void;
}>;

export function openHome(folder: string): Home {
  const descriptor = openFolder(folder);
  const { dev, ino } = fstatSync(descriptor);
  return {
    isThere() {
      try {
        const seen = statSync(folder);
        return seen.ino === ino && seen.dev === dev && realpathSync.native(folder) === folder;
      } catch {
        return false;
      }
    },
    isDeleted: () => fstatSync(descriptor).nlink === 0,
    close: () => closeSync(descriptor),
  };
}

function openFolder(folder: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (error) {
    throw fileFault(error, folder);
  }
}

export const homeGoneFault = (folder: string): Fault =>
  new Fault('project-gone', `${folder} was moved or deleted: nothing is written from here any more`);
