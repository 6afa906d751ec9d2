import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** A folder that sockets may lie in. `within` is the one above it, if that must be ours too. */
type Candidate = Readonly<{ dir: string; within: string | null }>;

/** A folder that was not taken, and why. */
export type PassedOver = Readonly<{ dir: string; why: string }>;

const WRITABLE_BY_OTHERS = 0o022;
/** Of the path of a socket on every system, without the zero at its end. */
const SOCKET_PATH_BYTES = 103;
/** The name of the socket, and the number of a process behind it while it is a draft. */
const NAME_BYTES = '0123456789abcdef.sock.4194304'.length + 1;

/**
 * Where the sockets of this user lie: the first folder that is ours alone. A socket that is there already
 * wins, so that a command finds a supervisor that was started with another environment.
 */
export function chooseRuntimeDir(env: Env, socketName: string): string {
  if (env.SWARM_RUNTIME_DIR) return env.SWARM_RUNTIME_DIR;
  const candidates = listCandidates(env);
  const good = candidates.filter((one) => problemOf(one) === null).map(({ dir }) => dir);
  return good.find((dir) => existsSync(join(dir, socketName))) ?? good[0] ?? sharedDir();
}

/** The folders that would have come first, had they been ours alone. One that is not there says nothing. */
export function listPassedOver(env: Env, chosen: string): readonly PassedOver[] {
  if (env.SWARM_RUNTIME_DIR) return [];
  const candidates = listCandidates(env);
  const at = candidates.findIndex(({ dir }) => dir === chosen);
  return candidates.slice(0, Math.max(0, at)).flatMap((one) => {
    const why = problemOf(one);
    return why === null || why === 'absent' ? [] : [{ dir: one.dir, why }];
  });
}

const userId = (): number => process.getuid?.() ?? 0;
const sharedDir = (): string => `/tmp/swarm-${userId()}`;

function listCandidates(env: Env): readonly Candidate[] {
  const system = `/run/user/${userId()}`;
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  const within = [...new Set([env.XDG_RUNTIME_DIR, system])].filter((dir) => dir !== undefined && dir !== '');
  return [
    ...within.map((dir) => ({ dir: join(dir ?? '', 'swarm'), within: dir ?? '' })),
    { dir: sharedDir(), within: null },
    { dir: join(state, 'swarm', 'run'), within: null },
  ];
}

function problemOf({ dir, within }: Candidate): string | null {
  if (!isAbsolute(dir)) return 'it is no absolute path';
  if (Buffer.byteLength(dir) + NAME_BYTES > SOCKET_PATH_BYTES) return 'its path is too long for a socket';
  if (within !== null) {
    const above = problemOfFolder(within);
    if (above !== null) return above;
  }
  const own = problemOfFolder(dir);
  return own === 'absent' ? null : own;
}

function problemOfFolder(folder: string): string | null {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return 'absent';
  if (!stats.isDirectory()) return `${folder} is not a folder`;
  if (stats.uid !== userId()) return `${folder} belongs to user ${stats.uid}`;
  return (stats.mode & WRITABLE_BY_OTHERS) === 0 ? null : `${folder} can be written to by others`;
}
