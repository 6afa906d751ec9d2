import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Agent } from '../../domain/agent/agent.ts';
import type { ProbeApi, ProbeCase, ProbeHome } from '../../domain/agent/probe.ts';
import { openGit } from '../workspace/git.ts';
import { tryCases } from './cases.ts';
import { startModelServer } from './model-server.ts';
import type { ProbeFolders } from './probe-launch.ts';

type Probing = Readonly<{
  agent: Agent;
  command: readonly string[];
  homeOf: (url: string) => ProbeHome;
  path: string;
}>;

const REMOVE_TRIES = 5;

/**
 * Tries an agent CLI in a temporary home, with a made-up key and a stand-in for its model on the loopback: it
 * costs nothing, reads nothing of the person's own, and leaves nothing behind.
 */
export async function runProbe({ agent, command, homeOf, path }: Probing): Promise<readonly ProbeCase[]> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'swarm-probe-')));
  const folders = { base, home: join(base, 'home'), workDir: join(base, 'work') };
  const model = await startModelServer(apiOf(homeOf));
  try {
    const home = homeOf(model.url);
    const env = { ...envOf(folders, path), ...home.env };
    await prepare(folders, home, env);
    return await tryCases({ agent, command, home, model, folders, env, uuid: randomUUID });
  } finally {
    await model.close();
    // A process that was just ended may still be writing its last file.
    await rm(base, { recursive: true, force: true, maxRetries: REMOVE_TRIES });
  }
}

// The API does not depend on the address.
const apiOf = (homeOf: Probing['homeOf']): ProbeApi => homeOf('').api;

const envOf = ({ base, home }: ProbeFolders, path: string): Record<string, string> => ({
  PATH: path,
  HOME: home,
  TMPDIR: join(base, 'tmp'),
  LANG: 'C.UTF-8',
  NO_PROXY: '127.0.0.1',
});

async function prepare(
  { base, home, workDir }: ProbeFolders,
  { files }: ProbeHome,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  for (const folder of [home, workDir, join(base, 'tmp'), join(base, 'bin')]) await mkdir(folder);
  for (const [name, text] of Object.entries(files)) {
    const file = join(home, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  // One CLI works only inside a repository.
  await openGit({ ...env, GIT_CONFIG_NOSYSTEM: '1' }).ask(['init', '-q', workDir]);
}
