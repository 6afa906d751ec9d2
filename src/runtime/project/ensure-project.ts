import { chmodSync, lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import { readMark } from './folder-marks.ts';
import { addIdentity, type ProjectIdentity, readIdentity } from './identity.ts';
import type { ProjectPaths } from './project-paths.ts';

const OTHERS = 0o077;

/** Creates `.swarm/` for this user only, ignored by git, with the project's identity. Idempotent. */
export function ensureProject(paths: Pick<ProjectPaths, 'root' | 'swarmDir'>): ProjectIdentity {
  const { swarmDir } = paths;
  assertShort(swarmDir);
  assertNoLink(paths);
  wrapping(swarmDir, () => mkdirSync(swarmDir, { mode: 0o700 }), 'EEXIST');
  assertOurs(swarmDir, lstatSync(swarmDir), {
    code: 'project-not-ours',
    hint: `work as its owner, or give it to yourself: chown -R "$(id -un)" ${quote(swarmDir)}`,
  });
  wrapping(swarmDir, () => {
    if ((statSync(swarmDir).mode & OTHERS) !== 0) chmodSync(swarmDir, 0o700);
    ensureGitIgnored(swarmDir);
  });
  return readIdentity(swarmDir) ?? addIdentity(swarmDir, { id: findId(swarmDir), root: paths.root });
}

/** The folders of a project whose file was lost still know its id. */
function findId(swarmDir: string): string {
  const marks = ['sessions', 'worktrees', 'archive', 'trash'].map((name) => readMark(join(swarmDir, name)));
  return marks.find((mark) => mark !== null)?.id ?? globalThis.crypto.randomUUID();
}

/** A repository could bring a link that points at another project, or at anything of the person's. */
export function assertNoLink({ swarmDir }: Pick<ProjectPaths, 'swarmDir'>): void {
  let isLink = false;
  wrapping(swarmDir, () => {
    isLink = lstatSync(swarmDir, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  });
  if (!isLink) return;
  throw new Fault('project-linked', `${swarmDir} is a symbolic link, and has to be a folder`, {
    hint: `look where it leads: readlink ${quote(swarmDir)}; then remove the link`,
  });
}

/**
 * Creates the folder of sockets for this user only: /tmp is shared, and a socket must not belong to another
 * user.
 */
export function ensureRuntimeDir(paths: Pick<ProjectPaths, 'runtimeDir'>): void {
  const { runtimeDir } = paths;
  wrapping(runtimeDir, () => mkdirSync(runtimeDir, { mode: 0o700, recursive: true }), 'EEXIST');
  const stats = lstatSync(runtimeDir);
  assertOurs(runtimeDir, stats, {
    code: 'runtime-dir-not-ours',
    hint: `have it removed: ls -ld ${quote(runtimeDir)} says whose it is`,
  });
  if ((stats.mode & OTHERS) !== 0) wrapping(runtimeDir, () => chmodSync(runtimeDir, 0o700));
}

/** Of the path of a file that SQLite opens, with what it adds to the name of the longest of ours. */
const MOST_PATH_BYTES = 511 - '/supervisor.lock-journal'.length;

function assertShort(swarmDir: string): void {
  const bytes = Buffer.byteLength(swarmDir);
  if (bytes <= MOST_PATH_BYTES) return;
  const most = MOST_PATH_BYTES - '/.swarm'.length;
  const project = dirname(swarmDir);
  throw new Fault(
    'path-too-long',
    `the path of the project has ${bytes - '/.swarm'.length} bytes: ${project}`,
    {
      hint: `SQLite can open no file so deep. Move the project to a path of at most ${most} bytes`,
    },
  );
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

// Whole and at once: a torn file, or what is no file, would show everything in .swarm/ to git.
function ensureGitIgnored(swarmDir: string): void {
  const file = join(swarmDir, '.gitignore');
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) return;
  new AgentFiles(swarmDir, new Oddities()).write(file, '*\n', 0o644);
}

function wrapping(path: string, work: () => void, allowed?: string): void {
  try {
    work();
  } catch (error) {
    if (allowed === undefined || errnoOf(error) !== allowed) throw fileFault(error, path);
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
