// Where programs of the tests are kept between runs and between clones: outside of any of them.
import { accessSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

const NAME = 'swarm-tests';

/** Folders to look in, in order. A relative XDG_CACHE_HOME is ignored, as its standard says. */
export function cacheFolders({ XDG_CACHE_HOME, HOME }, temp = tmpdir()) {
  const isPlace = (folder) => Boolean(folder) && isAbsolute(folder);
  const wanted = isPlace(XDG_CACHE_HOME) ? XDG_CACHE_HOME : isPlace(HOME) ? join(HOME, '.cache') : undefined;
  return [...(wanted ? [join(wanted, NAME)] : []), join(temp, `${NAME}-${userInfo().uid}`)];
}

/** The first of the folders that can be written to, made if it is missing; undefined if there is none. */
export const findWritable = (folders) => folders.find((folder) => tryMake(folder) && isOwn(folder));

function tryMake(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isWritable(folder);
  } catch {
    return false;
  }
}

export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the folder is there and this user's, as is a link that leads to it. The folder for temporary files
 * belongs to all users: a program that another one put there must not be run.
 */
export function isOwn(folder) {
  const isOfUser = (stats) => process.getuid === undefined || stats?.uid === process.getuid();
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isOfUser(stats) && isOfUser(lstatSync(folder));
}
