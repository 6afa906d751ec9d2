import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import { withLock } from '../lock/with-lock.ts';
import type { FolderMarks } from '../project/folder-marks.ts';
import type { AgentCommands } from '../wrap/agent-command.ts';
import type { Git } from './git.ts';
import { setOddEntriesAside } from './odd-entries.ts';
import { findRepository } from './repository.ts';
import { openTrash, type Trash } from './trash.ts';

export type Provision = Readonly<{
  /** Files and folders that git does not have, relative to the project; wildcards as in git. */
  copy: readonly string[];
  /** A program and its words, run in the new workspace. */
  install: readonly string[] | null;
}>;

/** What the adapters for workspaces and merges need. */
export type RepositoryDeps = Readonly<{
  git: Git;
  project: string;
  worktreesDir: string;
  trashDir: string;
  marks: FolderMarks;
  provision: Provision;
  clock: Clock;
  env: Readonly<Record<string, string | undefined>>;
  /** How an install and a check are started. */
  commands: AgentCommands;
}>;

/** A repository that was looked at, with what works on it. */
export type Repository = RepositoryDeps & Readonly<{ commonDir: string; prefix: string; trash: Trash }>;

const LOCK_LIMIT_MS = 60_000;

export async function openRepository(deps: RepositoryDeps): Promise<Repository> {
  const { commonDir, prefix } = await findRepository(deps.git, deps.project);
  const besides = [join(deps.worktreesDir, '.trash'), join(commonDir, 'swarm-trash', deps.marks.projectId)];
  return { ...deps, commonDir, prefix, trash: openTrash([deps.trashDir, ...besides], deps.marks) };
}

/** Two `git worktree` commands at once fail and leave half-made worktrees behind. */
export const withWorktreeLock = <T>({ commonDir }: Repository, work: () => Promise<T>): Promise<T> =>
  withLock(join(commonDir, 'swarm-worktrees.lock'), LOCK_LIMIT_MS, async () => {
    setOddEntriesAside(commonDir);
    return work();
  });
