import { chmodSync, lstatSync, mkdirSync, renameSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import type { Places } from './places.ts';

const OTHERS = 0o077;

/** Creates `.swarm/` for this user only, ignored by git. Idempotent. */
export function ensureProject(places: Pick<Places, 'swarmDir'>): void {
  const { swarmDir } = places;
  wrapping(swarmDir, () => mkdirSync(swarmDir, { mode: 0o700 }), 'EEXIST');
  assertOurs(swarmDir, statSync(swarmDir), {
    code: 'project-not-ours',
    hint: `work as its owner, or give it to yourself: chown -R "$(id -un)" ${quote(swarmDir)}`,
  });
  wrapping(swarmDir, () => {
    if ((statSync(swarmDir).mode & OTHERS) !== 0) chmodSync(swarmDir, 0o700);
    ensureGitIgnored(swarmDir);
  });
}

/**
 * Creates the folder of sockets for this user only: /tmp is shared, and a socket must not belong to another
 * user.
 */
export function ensureRuntimeDir(places: Pick<Places, 'runtimeDir'>): void {
  const { runtimeDir } = places;
  wrapping(runtimeDir, () => mkdirSync(runtimeDir, { mode: 0o700, recursive: true }), 'EEXIST');
  const stats = lstatSync(runtimeDir);
  assertOurs(runtimeDir, stats, {
    code: 'runtime-dir-not-ours',
    hint: `have it removed: ls -ld ${quote(runtimeDir)} says whose it is`,
  });
  if ((stats.mode & OTHERS) !== 0) wrapping(runtimeDir, () => chmodSync(runtimeDir, 0o700));
}

function assertOurs(folder: string, stats: Stats, blame: { code: string; hint: string }): void {
  if (!stats.isDirectory()) {
    throw new Fault(blame.code, `${folder} is not a folder`, { hint: 'move it out of the way' });
  }
  const us = process.getuid?.() ?? stats.uid;
  if (stats.uid === us) return;
  throw new Fault(blame.code, `${folder} belongs to user ${stats.uid}, and we are user ${us}`, {
    hint: blame.hint,
  });
}

// Atomic: a torn file would show everything in .swarm/ to git.
function ensureGitIgnored(swarmDir: string): void {
  const file = join(swarmDir, '.gitignore');
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, '*\n');
  renameSync(draft, file);
}

function wrapping(path: string, work: () => void, allowed?: string): void {
  try {
    work();
  } catch (error) {
    if (allowed === undefined || errnoOf(error) !== allowed) throw fileFault(error, path);
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
