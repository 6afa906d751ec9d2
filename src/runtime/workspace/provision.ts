import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { renderAgentCommand } from '../wrap/agent-command.ts';
import type { GitCall } from './git.ts';
import { ensureInstalled } from './install.ts';
import type { Repository } from './open-repository.ts';
import type { WorktreeEntry } from './worktree-entry.ts';

/**
 * The new workspace gets what git does not have: the files that the project names, and what its install
 * makes.
 */
export async function ensureProvisioned(repository: Repository, entry: WorktreeEntry): Promise<void> {
  const { copy: named, install } = repository.provision;
  if (named.length === 0 && install === null) return;
  const workspaceRoot = join(entry.path, repository.prefix);
  await withFileFaults(workspaceRoot, () => mkdir(workspaceRoot, { recursive: true }));
  for (const name of await listNamed(repository, entry)) {
    await withFileFaults(name, () => copy(join(repository.project, name), join(workspaceRoot, name)));
  }
  if (install !== null) {
    const { commands } = repository;
    const started = await renderAgentCommand(commands, {
      command: install,
      workDir: workspaceRoot,
      as: 'install',
    });
    await ensureInstalled({
      ...started,
      said: install,
      cwd: workspaceRoot,
      adminDir: entry.adminDir,
    });
  }
}

/**
 * What git tracks neither in the project nor in the workspace. A slash at the end marks a repository of its
 * own.
 */
async function listNamed(
  { git, project, prefix, provision }: Repository,
  entry: WorktreeEntry,
): Promise<readonly string[]> {
  if (provision.copy.length === 0) return [];
  const named = provision.copy.map((name) => `:(glob)${name.replace(/^\.\//, '').replace(/\/+$/, '')}`);
  const list = async (args: readonly string[], call: GitCall): Promise<readonly string[]> =>
    (await git.ask(['ls-files', '-z', ...args], call)).split('\0').filter(Boolean);
  const others = await list(['--others', '--', ...named, ':(exclude).swarm'], { in: project });
  const checkout = { gitDir: entry.adminDir, workTree: entry.path, in: join(entry.path, prefix) };
  const tracked = new Set(await list(['--', ...named], checkout));
  return others.filter((name) => !tracked.has(name));
}

async function copy(from: string, to: string): Promise<void> {
  const stats = await unlessMissing(from, null, () => lstat(from));
  if (stats === null) return;
  await mkdir(dirname(to), { recursive: true });
  if (stats.isFile()) return copyFile(from, to, constants.COPYFILE_FICLONE);
  if (stats.isDirectory()) return cp(from, to, { recursive: true, verbatimSymlinks: true });
  if (!stats.isSymbolicLink()) return;
  await rm(to, { force: true });
  await symlink(await readlink(from), to);
}
