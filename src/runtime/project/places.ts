import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shortHash } from './short-hash.ts';

/** Every absolute path of one project. What lies under `.swarm/` may be moved by configuration. */
export type Places = Readonly<{
  root: string;
  swarmDir: string;
  dbFile: string;
  /** The supervisor's lock, for its whole life. */
  lockFile: string;
  sessionsDir: string;
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
export type PlaceOverrides = Readonly<{
  sessions?: string | undefined;
  agents?: string | undefined;
  worktrees?: string | undefined;
  archive?: string | undefined;
  outputs?: string | undefined;
  plans?: string | undefined;
  runtimeDir?: string | undefined;
}>;

export function placesOf(folder: string, overrides: PlaceOverrides = {}): Places {
  const root = realPathOf(folder);
  const swarmDir = join(root, '.swarm');
  // A socket's path is limited to about 104 bytes, and projects lie deep: it has only a hash of the root.
  const name = shortHash(root);
  const runtimeDir = resolve(overrides.runtimeDir ?? `/tmp/swarm-${process.getuid?.() ?? 0}`);
  return {
    root,
    swarmDir,
    dbFile: join(swarmDir, 'swarm.db'),
    lockFile: join(swarmDir, 'supervisor.lock'),
    sessionsDir: resolve(root, overrides.sessions ?? '.swarm/sessions'),
    runsDir: join(swarmDir, 'runs'),
    blobsDir: join(swarmDir, 'blobs'),
    worktreesDir: resolve(root, overrides.worktrees ?? '.swarm/worktrees'),
    trashDir: join(swarmDir, 'trash'),
    archiveDir: resolve(root, overrides.archive ?? '.swarm/archive'),
    logsDir: join(swarmDir, 'logs'),
    outputsDir: resolve(root, overrides.outputs ?? 'outputs'),
    plansDir: resolve(root, overrides.plans ?? '.swarm/plans'),
    agentsDir: resolve(root, overrides.agents ?? 'agents'),
    runtimeDir,
    socketFile: join(runtimeDir, `${name}.sock`),
    tmuxSocketName: `swarm-${name}`,
  };
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
