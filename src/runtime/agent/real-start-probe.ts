import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { StartContext, StartFile } from '../../domain/agent/obstacle.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { errnoOf } from '../files/file-fault.ts';
import { openGit } from '../workspace/git.ts';
import type { PlannedStart, StartProbe } from './start-probe.ts';

const GIT_LIMIT_MS = 5_000;
const READ_MAX_BYTES = 64 * 1024 * 1024;

/** `env` is what every agent inherits. */
export const realStartProbe = (env: Readonly<Record<string, string>>): StartProbe => ({
  observeContext: (start) => observeContext(env, start),
  readFiles: async (files) =>
    Object.fromEntries(await Promise.all(files.map(async (file) => [file.path, await look(file)] as const))),
});

async function observeContext(
  inherited: Readonly<Record<string, string>>,
  { env: own, ...start }: PlannedStart,
): Promise<StartContext> {
  const env = { ...inherited, ...own };
  // A process knows its folder by its real name, whatever it was started with.
  const workDir = await realpath(start.workDir).catch(() => start.workDir);
  return {
    ...start,
    workDir,
    env,
    home: env.HOME ?? '/',
    repository: await findRepository(env, workDir),
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
  };
}

async function findRepository(env: Readonly<Record<string, string>>, folder: string): Promise<string | null> {
  const words = ['rev-parse', '--show-toplevel', '--git-common-dir'];
  const answer = await openGit(env)
    .askOrNull(words, { in: folder, timeoutMs: GIT_LIMIT_MS })
    .catch(() => null);
  const [top, common] = answer?.split('\n') ?? [];
  if (!top || !common) return null;
  const shared = resolve(folder, common);
  // The history of a submodule lies inside that of its parent, which is no worktree of it.
  return basename(shared) === '.git' ? dirname(shared) : top;
}

async function look({ path, look: how }: StartFile): Promise<string | null> {
  try {
    await stat(path);
    if (how === 'exists') return '';
    const read = readOwn(path, READ_MAX_BYTES);
    if (read === null) return null;
    return 'problem' in read ? read.problem : (read.text ?? 'too large to be read');
  } catch (error) {
    const errno = errnoOf(error);
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? null : `cannot be read: ${errno ?? String(error)}`;
  }
}
