import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';
import { exec } from '../process/exec.ts';
import { chain } from '../tmux/chain.ts';
import { ROOT_OPTION } from '../tmux/tmux.ts';
import { TMUX_SOCKET } from './dead-sockets.ts';

const ANSWER_MS = 2_000;

type Run = (...commands: readonly (readonly string[])[]) => Promise<string>;

/**
 * Lets go of tmux servers whose project was deleted while no supervisor ran: panes that stand in a folder
 * that is gone are closed, and the server ends with its last pane. An agent with a folder works on.
 */
export async function sweepLostServers(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const swept: string[] = [];
  for (const name of await unlessMissing(folder, [], () => readdir(folder))) {
    if (!TMUX_SOCKET.test(name)) continue;
    const path = join(folder, name);
    const run = openServer(path, env);
    const root = (await run(['show-options', '-sqv', ROOT_OPTION])).trim();
    if (!isDeleted(root)) continue;
    await letGo(run);
    swept.push(path);
  }
  return swept;
}

/** A server that does not answer is left alone: its words are empty. */
function openServer(path: string, env: Readonly<Record<string, string>>): Run {
  const base = ['-S', path, '-f', '/dev/null'];
  return async (...commands) => {
    const command = { program: 'tmux', args: [...base, ...chain(...commands)], env, timeoutMs: ANSWER_MS };
    return (await exec(command).catch(() => null))?.stdout ?? '';
  };
}

// A folder whose parent is missing too may lie on a disk that is not mounted at the moment.
const isDeleted = (root: string): boolean =>
  root.startsWith('/') && !existsSync(root) && existsSync(dirname(root));

async function letGo(run: Run): Promise<void> {
  const lines = (await run(['list-panes', '-a', '-F', '#{pane_id} #{pane_pid} #{pane_dead}'])).split('\n');
  const stranded: (readonly string[])[] = [];
  for (const line of lines) {
    const [id, pid, isDead] = line.split(' ');
    if (id && pid && (isDead === '1' || (await hasNoFolder(pid)))) stranded.push(['kill-pane', '-t', id]);
  }
  await run(['set-option', '-s', 'exit-empty', 'on'], ...stranded);
}

const hasNoFolder = async (pid: string): Promise<boolean> =>
  (await readlink(`/proc/${pid}/cwd`).catch(() => '')).endsWith(' (deleted)');
