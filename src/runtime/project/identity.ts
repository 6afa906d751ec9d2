import { linkSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../contract/json.ts';
import { Fault } from '../../domain/fault.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import type { ProjectPaths } from './project-paths.ts';

/** Which project this is, and where it was when that was last written down. */
export type ProjectIdentity = Readonly<{ id: string; root: string }>;

const identityFile = (swarmDir: string): string => join(swarmDir, 'project.json');

const MOST_BYTES = 16 * 1024;

/** Null when the project has none yet. */
export function readIdentity(swarmDir: string): ProjectIdentity | null {
  const file = identityFile(swarmDir);
  const found = readOwn(file, MOST_BYTES);
  if (found === null) return null;
  const identity = 'text' in found ? parseIdentity(found.text ?? '') : null;
  if (identity !== null) return identity;
  throw new Fault('project-identity-bad', `${file} does not say which project this is`, {
    hint: 'look at it; without it, the next command writes it anew from the marks of the folders beside it',
  });
}

function parseIdentity(text: string): ProjectIdentity | null {
  const parsed = parseJson(text);
  const { id, root } = (parsed.ok ? (parsed.value ?? {}) : {}) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof root === 'string' ? { id, root } : null;
}

/** Atomic: a torn file would stop every command. */
export function writeIdentity(swarmDir: string, identity: ProjectIdentity): void {
  withDraft(swarmDir, identity, (draft, file) => renameSync(draft, file));
}

/** The same, unless there is one: of two that come at once, one decides for both. */
export function addIdentity(swarmDir: string, identity: ProjectIdentity): ProjectIdentity {
  withDraft(swarmDir, identity, (draft, file) => {
    try {
      linkSync(draft, file);
    } catch (error) {
      // A file system without hard links.
      if (errnoOf(error) !== 'EEXIST') renameSync(draft, file);
    }
  });
  return readIdentity(swarmDir) ?? identity;
}

function withDraft(
  swarmDir: string,
  { id, root }: ProjectIdentity,
  put: (draft: string, file: string) => void,
): void {
  const file = identityFile(swarmDir);
  const draft = join(swarmDir, `.project.json.${process.pid}`);
  try {
    writeFileSync(draft, `${JSON.stringify({ id, root }, null, 2)}\n`, { mode: 0o600 });
    put(draft, file);
  } catch (error) {
    throw fileFault(error, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Where a project finds itself. */
export type Location =
  | Readonly<{ is: 'home' }>
  /** `hasOriginal`: the same project is still where this one was, so this is a copy. */
  | Readonly<{ is: 'elsewhere'; was: string; hasOriginal: boolean }>;

export function observeLocation({ root }: Pick<ProjectPaths, 'root'>, identity: ProjectIdentity): Location {
  const { root: was } = identity;
  if (was === root || (isRealPath(was) && isSameFolder(was, root))) return { is: 'home' };
  return { is: 'elsewhere', was, hasOriginal: isRealPath(was) && hasProject(identity) };
}

// One folder may have two names: a bind mount, or a file system that takes upper case for lower case.
export function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

// A link at the old place leads here: names that follow from the path are others all the same.
function isRealPath(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    return false;
  }
}

function hasProject({ id, root }: ProjectIdentity): boolean {
  try {
    return readIdentity(join(root, '.swarm'))?.id === id;
  } catch {
    return false;
  }
}

export function assertAtHome(paths: Pick<ProjectPaths, 'root'>, identity: ProjectIdentity): void {
  const location = observeLocation(paths, identity);
  if (location.is === 'home') return;
  const copy = location.hasOriginal ? ', where it still is' : '';
  throw new Fault(
    'project-elsewhere',
    `this project was at ${location.was}${copy}, and is at ${paths.root} now; nothing was changed`,
    {
      hint: location.hasOriginal
        ? 'make the copy a project of its own: swarm project copied; if that one goes: swarm project moved'
        : 'if it was moved: swarm project moved; if it is a copy: swarm project copied',
    },
  );
}
