import { askGuarded } from './guarded-git.ts';
import type { Repository } from './open-repository.ts';
import { listRescues } from './rescues.ts';
import type { WorktreeEntry } from './worktree-entry.ts';

/** What was not committed when a workspace was put away, and the commit that it was based on. */
export type InheritedWork = Readonly<{ commit: string; base: string }>;

/** The newest rescue of a session; null where all of its work was committed. */
export async function findInherited(
  repository: Repository,
  sessionId: string,
): Promise<InheritedWork | null> {
  const { git, commonDir } = repository;
  const rescues = await listRescues(git, commonDir, sessionId);
  const last = rescues.toSorted((a, b) => b.number - a.number)[0];
  if (!last) return null;
  const args = ['rev-parse', '--verify', '--quiet', `${last.commit}^1`];
  const base = await git.askOrNull(args, { gitDir: commonDir });
  return base === null ? null : { commit: last.commit, base };
}

/**
 * Lays the rescued files over a fresh checkout, as changes that are not committed. A branch that has moved
 * since has other work on it: then the rescue stays where it is.
 */
export async function bringBack(
  { git }: Repository,
  { adminDir, path }: WorktreeEntry,
  { commit, base }: InheritedWork,
): Promise<void> {
  const call = { gitDir: adminDir, workTree: path };
  const head = await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], call);
  if (head !== base) return;
  const guard = `${adminDir}/swarm-populating.json`;
  await askGuarded(git, guard, { args: ['read-tree', '--reset', '-u', commit], call });
  // Only the index goes back: what was rescued is work in the folder, staged or not.
  await askGuarded(git, guard, { args: ['read-tree', '--reset', head], call });
}
