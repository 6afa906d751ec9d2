import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Every absolute path of one project. What lies under `.swarm/` may be moved by configuration. */
export type ProjectPaths = Readonly<{
  root: string;
  swarmDir: string;
  dbFile: string;
  /** The key of the tokens that attempts ask with. */
  keyFile: string;
  /** The supervisor's lock, for its whole life. */
  lockFile: string;
  sessionsDir: string;
  /** What is known of launchers, out of the folders that agents are given. */
  launchersDir: string;
  runsDir: string;
  /** Texts that are too long for a row. */
  blobsDir: string;
  worktreesDir: string;
  trashDir: string;
  archiveDir: string;
  logsDir: string;
  outputsDir: string;
  plansDir: string;
  agentsDir: string;
  /** Short-lived files of this user that must not lie deep: sockets. */
  runtimeDir: string;
  socketFile: string;
  /** For `tmux -L`. */
  tmuxSocketName: string;
}>;

/** The keys of `paths` in the configuration, relative to the root, and where sockets lie. */
export type PathOverrides = Readonly<{
  sessions?: string | undefined;
  agents?: string | undefined;
  worktrees?: string | undefined;
  archive?: string | undefined;
  outputs?: string | undefined;
  plans?: string | undefined;
  runtimeDir?: RuntimeDir;
}>;

export function projectPaths(folder: string, overrides: PathOverrides = {}): ProjectPaths {
  const root = realPathOf(folder);
  const swarmDir = join(root, '.swarm');
  return {
    root,
    swarmDir,
    dbFile: join(swarmDir, 'swarm.db'),
    keyFile: join(swarmDir, 'attempt.key'),
    lockFile: join(swarmDir, 'supervisor.lock'),
    sessionsDir: resolve(root, overrides.sessions ?? '.swarm/sessions'),
    launchersDir: join(swarmDir, 'launchers'),
    runsDir: join(swarmDir, 'runs'),
    blobsDir: join(swarmDir, 'blobs'),
    worktreesDir: resolve(root, overrides.worktrees ?? '.swarm/worktrees'),
    trashDir: join(swarmDir, 'trash'),
    archiveDir: resolve(root, overrides.archive ?? '.swarm/archive'),
    logsDir: join(swarmDir, 'logs'),
    outputsDir: resolve(root, overrides.outputs ?? 'outputs'),
    plansDir: resolve(root, overrides.plans ?? '.swarm/plans'),
    agentsDir: resolve(root, overrides.agents ?? 'agents'),
    ...socketsOf(root, overrides.runtimeDir),
  };
}

type Sockets = Pick<ProjectPaths, 'runtimeDir' | 'socketFile' | 'tmuxSocketName'>;

/** The folder of the sockets, or what chooses one for the socket of this name. */
export type RuntimeDir = string | ((socketName: string) => string) | undefined;

/** The sockets of the project whose real path this is, or was. */
export function socketsOf(root: string, wanted: RuntimeDir): Sockets {
  // A socket's path is limited to about 104 bytes, and projects lie deep: it has only a hash of the root.
  const name = shortHash(root);
  const socketName = `${name}.sock`;
  const standard = `/tmp/swarm-${process.getuid?.() ?? 0}`;
  const runtimeDir = resolve(typeof wanted === 'function' ? wanted(socketName) : (wanted ?? standard));
  return { runtimeDir, socketFile: join(runtimeDir, socketName), tmuxSocketName: `swarm-${name}` };
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

const BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const DIGITS = 16;

/** FNV-1a of 64 bits, for names. Every command needs one, and Node's own hashes take long to load. */
export function shortHash(text: string): string {
  let hash = BASIS;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(DIGITS, '0');
}
