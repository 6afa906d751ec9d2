import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { withLock } from '../lock/with-lock.ts';
import { openGit } from './git.ts';
import { assertGitUsable } from './git-version.ts';
import { guardRefs, waitForLeftover } from './guarded-git.ts';
import { mergeTreesIn } from './merge-trees.ts';
import { moveFiles } from './move-files.ts';
import { openRepository, type Repository } from './open-repository.ts';
import type { WorkspaceSettings } from './real-workspaces.ts';
import { clearRescueLocks } from './ref-locks.ts';
import { isInRepository } from './repository.ts';
import type { SharedFolders } from './shared-folders.ts';
import { shelveWork } from './shelve-work.ts';
import { takeSnapshot, withScratch } from './snapshot.ts';
import { findWorkCheckout, type WorkCheckout } from './work-checkout.ts';

const LIMIT_MS = 10 * 60_000;
const NO_CHECKOUT = "the folder is no checkout of this project's repository";

type Within = Readonly<{ repository: Repository; checkout: WorkCheckout }>;

/** Folders of the repository that the project lies in. */
export function realSharedFolders(settings: WorkspaceSettings): SharedFolders {
  const git = openGit(settings.env, settings.project);
  const open = async (): Promise<Repository | null> => {
    await assertGitUsable(git);
    if (!(await isInRepository(git, settings.project))) return null;
    return openRepository({ ...settings, git });
  };
  const within = async <T>(path: string, none: () => T, work: (at: Within) => Promise<T>): Promise<T> => {
    const repository = await open();
    if (repository === null) return none();
    return withLock(join(repository.commonDir, 'swarm-release.lock'), LIMIT_MS, async () => {
      const checkout = await findWorkCheckout(repository, path);
      if (checkout === null) return none();
      await repository.marks.ensure({ kind: 'trash', path: repository.trashDir });
      // A process that was killed here left a git at work.
      await waitForLeftover(rescueGuard(repository));
      await waitForLeftover(moveGuard(repository));
      return work({ repository, checkout });
    });
  };
  return {
    observeStand: (path) =>
      within(
        path,
        () => null,
        async ({ repository: { trashDir }, checkout }) => ({
          head: checkout.head,
          branch: await git.askOrNull(['symbolic-ref', '--quiet', '--short', 'HEAD'], {
            gitDir: checkout.gitDir,
          }),
          tree: (await takeSnapshot(git, checkout, trashDir)).tree,
        }),
      ).catch(unlessFault),
    shelve: (folder, base) =>
      within(
        folder.path,
        () => ({ is: 'held', why: NO_CHECKOUT }) as const,
        async ({ repository, checkout }) => {
          await clearRescueLocks(repository);
          return shelveWork({
            git: guardRefs(git, rescueGuard(repository)),
            folder,
            checkout,
            base,
            scratchIn: repository.trashDir,
            now: repository.clock.now(),
          });
        },
      ),
    async mergeTrees(trees) {
      const repository = await open();
      if (repository === null) throw noCheckout();
      const { trashDir, commonDir, marks } = repository;
      await marks.ensure({ kind: 'trash', path: trashDir });
      return withScratch(trashDir, (scratch) => mergeTreesIn({ git, gitDir: commonDir, scratch }, trees));
    },
    ensureMoved: (path, from, to) =>
      within(
        path,
        (): readonly string[] => {
          throw noCheckout();
        },
        ({ repository, checkout }) =>
          withScratch(repository.trashDir, (scratch) =>
            moveFiles({ git, checkout, scratch, guard: moveGuard(repository) }, [from, to]),
          ),
      ),
  };
}

const rescueGuard = ({ commonDir }: Repository): string => join(commonDir, 'swarm-rescuing.json');
const moveGuard = ({ commonDir }: Repository): string => join(commonDir, 'swarm-moving.json');

/** Where git does not answer, nothing is known: what needs it holds, and all else goes on. */
const unlessFault = (error: unknown): null => {
  if (error instanceof Fault) return null;
  throw error;
};
const noCheckout = (): Fault => new Fault('git-failed', NO_CHECKOUT, { retry: true });
