import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { TrustOrigin } from '../../domain/trust/runnable.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { fileFault } from '../files/file-fault.ts';
import { draftOf } from '../files/write-atomic.ts';
import { shortHash } from './project-paths.ts';
import { observeMainRoot } from './workspace-marker.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where Swarm keeps what this person said: a file of a repository could claim anything. */
export const stateFolder = (env: Env): string =>
  join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'swarm');

/** Of a project whose real path this is. */
export const trustRecord = (root: string, env: Env): string =>
  join(stateFolder(env), 'trusted', shortHash(root));

/** Why what this project says may run; null when it may not. One small read where the person said so. */
export function observeTrust(root: string, env: Env): TrustOrigin | null {
  if (hasRecord(root, env)) return 'record';
  if (env.SWARM_ATTEMPT_DIR) return env.SWARM_ATTEMPT_DIR.startsWith(`${root}${sep}`) ? 'attempt' : null;
  // What an agent inherits or sets is no word of a person.
  if (env.SWARM_TRUST === '1') return 'environment';
  const main = observeMainRoot(root);
  return main !== null && hasRecord(main, env) ? 'worktree' : null;
}

export const isTrusted = (root: string, env: Env): boolean => observeTrust(root, env) !== null;

function hasRecord(root: string, env: Env): boolean {
  return readSmall(trustRecord(root, env)) === root;
}

export function saveTrust(root: string, env: Env): void {
  const record = trustRecord(root, env);
  try {
    mkdirSync(dirname(record), { recursive: true, mode: 0o700 });
    // Through no link and into no pipe: agents of the same user can put them there.
    const draft = draftOf(record);
    writeFileSync(draft, root, { mode: 0o600, flag: 'wx' });
    renameSync(draft, record);
  } catch (error) {
    throw fileFault(error, record);
  }
}

/** A home that cannot be written costs no more than this record: the next command asks again. */
export function ensureTrusted(root: string, env: Env): void {
  if (hasRecord(root, env)) return;
  try {
    saveTrust(root, env);
  } catch {}
}

export function removeTrust(root: string, env: Env): void {
  const record = trustRecord(root, env);
  try {
    rmSync(record, { force: true });
  } catch (error) {
    throw fileFault(error, record);
  }
}
