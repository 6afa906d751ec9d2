import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import { withLock } from '../lock/with-lock.ts';
import type { Git } from './git.ts';
import { observeRepository } from './repository.ts';
import { openTrash, type Trash } from './trash.ts';

export type Provision = Readonly<{
  /** Files and folders that git does not have, relative to the project; wildcards as in git. */
  copy: readonly string[];
  /** A program and its words, run in the new workspace. */
  install: readonly string[] | null;
}>;

/** What all that is done to workspaces works with. */
export type Hands = Readonly<{
  git: Git;
  project: string;
  worktreesDir: string;
  trashDir: string;
  provision: Provision;
  clock: Clock;
  env: Readonly<Record<string, string | undefined>>;
}>;

/** Hands that have looked at the repository. */
export type Grip = Hands & Readonly<{ commonDir: string; prefix: string; trash: Trash }>;

const LOCK_LIMIT_MS = 60_000;

export async function takeGrip(hands: Hands): Promise<Grip> {
  const { commonDir, prefix } = await observeRepository(hands.git, hands.project);
  const besides = [join(hands.worktreesDir, '.trash'), join(commonDir, 'swarm-trash')];
  return { ...hands, commonDir, prefix, trash: openTrash([hands.trashDir, ...besides]) };
}

/** Git's own commands on worktrees fail when two run at once, and leave halves behind. */
export const alone = <T>({ commonDir }: Grip, work: () => Promise<T>): Promise<T> =>
  withLock(join(commonDir, 'swarm-worktrees.lock'), LOCK_LIMIT_MS, work);
