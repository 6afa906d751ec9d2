import { rename } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readSmall } from '../agent-files/read-plain.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { isSameFolder } from '../project/identity.ts';
import { observeAdminDir, PROJECT_MARKER } from '../project/workspace-marker.ts';
import type { Git } from './git.ts';
import { exists, listEntries, type WorktreeEntry } from './worktree-entry.ts';

type MovedRepository = Readonly<{ git: Git; project: string; was: string }>;

/** Worktrees of a repository that was moved, at these paths now, are known to it again; how many. */
export async function repairWorktrees(moved: MovedRepository, paths: readonly string[]): Promise<number> {
  const { git, project, was } = moved;
  const commonDir = await findCommonDir(moved);
  if (commonDir === null) return 0;
  const there: string[] = [];
  for (const path of paths) if (await exists(path)) there.push(path);
  await git.ask(['worktree', 'repair', ...there], { in: project });
  for (const entry of await listMarked(commonDir, was)) await writeAtomic(markerOf(entry), `${project}\n`);
  return there.length;
}

/**
 * The git folder of a copy still lists worktrees of the original, and "git worktree repair" would turn them
 * to the copy.
 */
export async function putCopiedEntriesAside(copied: MovedRepository, folder: string): Promise<void> {
  const commonDir = await findCommonDir(copied);
  if (commonDir === null) return;
  for (const { adminDir, path } of await listMarked(commonDir, copied.was)) {
    const known = observeAdminDir(path);
    // One repository may hold both projects: then the worktree leads to this very entry.
    if (known === null || isSameFolder(known, adminDir)) continue;
    await withFileFaults(adminDir, async () => {
      makeFolder(folder);
      await rename(adminDir, join(folder, basename(adminDir)));
    });
  }
}

/** Null where the project lies in no repository. */
async function findCommonDir({ git, project }: MovedRepository): Promise<string | null> {
  const commonDir = await git.askOrNull(['rev-parse', '--git-common-dir'], { in: project });
  return commonDir && resolve(project, commonDir);
}

const markerOf = ({ adminDir }: WorktreeEntry): string => join(adminDir, PROJECT_MARKER);

async function listMarked(commonDir: string, owner: string): Promise<readonly WorktreeEntry[]> {
  return (await listEntries(commonDir)).filter((entry) => readSmall(markerOf(entry)) === `${owner}\n`);
}
