import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { kindOf } from '../agent-files/odd-file.ts';
import { fileFault } from '../files/file-fault.ts';

/**
 * Before something is written there: every part of the way is a folder, and no link leads out of the project.
 * A setting may name a folder outside; a link could have come with a repository.
 */
export function assertInside(root: string, folder: string): void {
  const way = relative(root, folder).split(sep);
  if (way[0] === '' || way[0] === '..') return;
  let path = root;
  for (const name of way) {
    path = join(path, name);
    const seen = lstatSync(path, { throwIfNoEntry: false });
    if (seen === undefined) return;
    if (seen.isSymbolicLink()) assertLeadsInside(root, path);
    else if (!seen.isDirectory()) throw oddFolder(path, `is ${kindOf(seen)} and should be a folder`);
  }
}

function assertLeadsInside(root: string, link: string): void {
  const target = targetOf(link);
  if (!`${target}${sep}`.startsWith(`${realpathSync(root)}${sep}`))
    throw oddFolder(link, `leads out of the project, to ${target}; Swarm writes nothing there`);
  const seen = statSync(target);
  if (!seen.isDirectory()) throw oddFolder(link, `leads to ${kindOf(seen)} and should be a folder`);
}

function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    throw fileFault(error, link);
  }
}

const oddFolder = (path: string, problem: string): Fault =>
  new Fault('file-odd', `${path} ${problem}`, { hint: 'Move it away, or put a folder in its place' });
