import { lstat, readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';

/** Sockets of supervisors, with the drafts of their names, and of our tmux servers. */
export const SUPERVISOR_SOCKET = /^[0-9a-f]{16}\.sock(\.\d+)?$/;
export const TMUX_SOCKET = /^swarm-[0-9a-f]{16}$/;

const ANSWER_MS = 500;
/** A server that is starting has bound its socket, and does not listen yet. */
const STARTS_WITHIN_MS = 60_000;

/** Removes sockets of such a name at which no process listens any more. */
export async function sweepDeadSockets(
  folder: string,
  name: RegExp,
  now: number,
): Promise<readonly string[]> {
  const swept: string[] = [];
  for (const one of await unlessMissing(folder, [], () => readdir(folder))) {
    const path = join(folder, one);
    if (!name.test(one) || !(await isDead(path, now))) continue;
    await rm(path, { force: true });
    swept.push(path);
  }
  return swept;
}

async function isDead(path: string, now: number): Promise<boolean> {
  const before = await unlessMissing(path, null, () => lstat(path));
  if (!before?.isSocket() || now - before.ctimeMs < STARTS_WITHIN_MS) return false;
  if (!(await isRefused(path))) return false;
  // Another supervisor may have put a new one in its place meanwhile.
  const after = await unlessMissing(path, null, () => lstat(path));
  return after?.ino === before.ino;
}

/** True only when the kernel says that nothing listens; one that is slow to answer is alive. */
const isRefused = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    const finish = (isSo: boolean): void => {
      socket.destroy();
      resolve(isSo);
    };
    socket.setTimeout(ANSWER_MS, () => finish(false));
    socket.once('connect', () => finish(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => finish(code === 'ECONNREFUSED'));
  });
