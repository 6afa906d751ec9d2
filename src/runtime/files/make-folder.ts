import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from './file-fault.ts';

const OWNER_ONLY = 0o700;

type Making = Readonly<{
  mode?: number;
  /** A folder that is never made here, beside every `.swarm`. */
  never?: string;
}>;

/**
 * Makes a folder and those above it, as `mkdir -p` does, but not the project that it belongs to: a project
 * that was moved or deleted must not come back as an empty one. Only `ensureProject` makes `.swarm`.
 */
export function makeFolder(path: string, { mode = OWNER_ONLY, never }: Making = {}): void {
  if (basename(path) === '.swarm' && !existsSync(path)) throw goneFault(path);
  if (tryMake(path, mode)) return;
  const above = dirname(path);
  if (basename(above) === '.swarm' || above === never) throw goneFault(above);
  makeFolder(above, { mode, ...(never === undefined ? {} : { never }) });
  tryMake(path, mode);
}

/** False when the folder above it is not there. */
function tryMake(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' && dirname(path) !== path) return false;
    if (errnoOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
    return true;
  }
}

const goneFault = (folder: string): Fault =>
  new Fault('project-gone', `${folder} is not there any more: the project was moved or deleted`, {
    hint: 'go to where it is now, and run: swarm project moved',
  });
