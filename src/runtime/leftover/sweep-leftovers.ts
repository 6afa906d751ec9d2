import { join } from 'node:path';
import type { ProjectPaths } from '../project/project-paths.ts';
import { SUPERVISOR_SOCKET, sweepDeadSockets, TMUX_SOCKET } from './dead-sockets.ts';
import { sweepDrafts } from './drafts.ts';
import { sweepLostServers } from './lost-servers.ts';

type Env = Readonly<Record<string, string>>;

/** What killed processes left behind, of this project and among the sockets of this user. */
export async function sweepLeftovers(paths: ProjectPaths, env: Env): Promise<readonly string[]> {
  const tmuxDir = join(env.TMUX_TMPDIR || '/tmp', `tmux-${process.getuid?.() ?? 0}`);
  const now = Date.now();
  return [
    ...(await sweepDrafts(paths, now)),
    ...(await sweepDeadSockets(paths.runtimeDir, SUPERVISOR_SOCKET, now)),
    ...(await sweepDeadSockets(tmuxDir, TMUX_SOCKET, now)),
    ...(await sweepLostServers(tmuxDir, env)),
  ];
}
