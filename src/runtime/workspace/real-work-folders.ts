import { join } from 'node:path';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import { withLock } from '../lock/with-lock.ts';
import { openGit } from './git.ts';
import { assertGitUsable } from './git-version.ts';
import { guardRefs, waitForLeftover } from './guarded-git.ts';
import { openRepository, type Repository } from './open-repository.ts';
import type { WorkspaceSettings } from './real-workspaces.ts';
import { clearRescueLocks } from './ref-locks.ts';
import { isInRepository } from './repository.ts';
import { rescueWork } from './rescue-work.ts';
import { observeWorkActivity } from './work-activity.ts';
import { findWorkCheckout } from './work-checkout.ts';
import { listWorkConflicts } from './work-conflicts.ts';
import type { WorkFolder, WorkFolders } from './work-folders.ts';

const RESCUE_LIMIT_MS = 10 * 60_000;

/** Folders of the repository that the project lies in; where there is none, nothing is known of any. */
export function realWorkFolders(settings: WorkspaceSettings): WorkFolders {
  const git = openGit(settings.env, settings.project);
  const within = async <T>(work: (repository: Repository) => Promise<T>, none: T): Promise<T> => {
    await assertGitUsable(git);
    if (!(await isInRepository(git, settings.project))) return none;
    return work(await openRepository({ ...settings, git }));
  };
  return {
    observeActivity: (path) =>
      within((repository) => observeWorkActivity(repository, path), {
        fileAt: null,
        gitAt: null,
        isPartial: false,
      }),
    ensureRescued: (folder) => within((repository) => rescueFolder(repository, folder), null),
    listConflicts: (folders, of) => within((repository) => listWorkConflicts(repository, folders, of), []),
  };
}

/** As a release does it, under the same lock and guard, but the folder stays. */
const rescueFolder = (repository: Repository, { participantId, path }: WorkFolder): Promise<Rescue | null> =>
  withLock(join(repository.commonDir, 'swarm-release.lock'), RESCUE_LIMIT_MS, async () => {
    const checkout = await findWorkCheckout(repository, path);
    if (checkout === null) return null;
    await repository.marks.ensure({ kind: 'trash', path: repository.trashDir });
    const guard = join(repository.commonDir, 'swarm-rescuing.json');
    await waitForLeftover(guard);
    await clearRescueLocks(repository);
    const { rescue } = await rescueWork({
      git: guardRefs(repository.git, guard),
      workspace: { sessionId: participantId, path, branch: '' },
      checkout,
      scratchIn: repository.trashDir,
      now: repository.clock.now(),
      taken: [],
    });
    return rescue;
  });
