import { Fault } from '../../domain/fault.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import { isThrowAway, type Workspace } from '../../domain/workspace/workspace.ts';
import {
  ensureBareBranchGone,
  ensureMergedBranchGone,
  findTaken,
  isCommitted,
  listBranches,
  listRemotes,
  listUnmerged,
  listWithCommits,
  observeBranch,
  observeWork,
} from './branch.ts';
import { ensureBranchDropped } from './drop-branch.ts';
import { findForeign } from './foreign.ts';
import { openGit } from './git.ts';
import { assertGitUsable } from './git-version.ts';
import { observeLeft } from './left.ts';
import { openRepository, type Repository, type RepositoryDeps } from './open-repository.ts';
import { ensureReady, isReady } from './ready.ts';
import { ensureReleased } from './release.ts';
import { observeHeadCommit } from './repository.ts';
import { listRescues, renderRescue } from './rescues.ts';
import { restoreRescue } from './restore.ts';
import { takeSnapshot } from './snapshot.ts';
import { observeSubmission } from './submission.ts';
import { ensureThrowAway, ensureThrownAway } from './throw-away.ts';
import { observeDiff } from './work-diff.ts';
import type { Workspaces } from './workspaces.ts';

export type WorkspaceSettings = Omit<RepositoryDeps, 'git'>;

/** Workspaces of the repository that the project lies in. Lazy: nothing is read before the first call. */
export function realWorkspaces(settings: WorkspaceSettings): Workspaces {
  const git = openGit(settings.env, settings.project);
  const deps: RepositoryDeps = { ...settings, git };
  const ensureUsable = (): Promise<void> => assertGitUsable(git);
  const repository = async (): Promise<Repository> => {
    await ensureUsable();
    return openRepository(deps);
  };
  return {
    findTaken: async (workspaces) => findTaken(await repository(), workspaces),
    async observeHead() {
      await ensureUsable();
      return observeHeadCommit(git, settings.project);
    },
    async listCommitted(commit, paths) {
      const { commonDir } = await repository();
      const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', ...paths];
      return (await git.ask(args, { gitDir: commonDir })).split('\0').filter((path) => path !== '');
    },
    observeChanges: async () => observeChanges(await repository()),
    commitChanges: async (head) => commitChanges(await repository(), head),
    async ensureReady(workspace, heirOf = null) {
      if (isThrowAway(workspace)) return ensureThrowAway(await repository(), workspace);
      if (!(await isReady(workspace))) await ensureReady(await repository(), workspace, heirOf);
    },
    ...releasesOf(repository),
    async findForeign(workspace) {
      return findForeign(await repository(), workspace);
    },
    async isCommitted(workspace) {
      return isThrowAway(workspace) || isCommitted(await repository(), workspace);
    },
    observeBranch: async (workspace) => observeBranch(await repository(), workspace),
    listWithCommits: async (workspaces) => listWithCommits(await repository(), workspaces),
    observeWork: async (workspace) => observeWork(await repository(), workspace),
    async observeDiff(workspace, wanted) {
      try {
        return await observeDiff(await openRepository(deps), workspace, wanted);
      } catch (error) {
        // A look that goes well needs no start of git to tell how old it is.
        await ensureUsable();
        throw error;
      }
    },
    async observeSubmission(workspace, paths) {
      return observeSubmission(await repository(), workspace, paths);
    },
    ensureBareBranchGone: async (workspace) => ensureBareBranchGone(await repository(), workspace),
    ensureMergedBranchGone: async (workspace) => ensureMergedBranchGone(await repository(), workspace),
    ensureBranchDropped: async (workspace) => ensureBranchDropped(await repository(), workspace),
    listBranches: async () => listBranches(await repository()),
    listRemotes: async () => listRemotes(await repository()),
    listUnmerged: () => listUnmerged(repository),
    async listRescues() {
      return listRescues(git, (await repository()).commonDir);
    },
    observeLeft: (wanted) => observeLeft({ git, project: settings.project, repository }, wanted),
    async renderRescue(rescue) {
      return renderRescue(git, (await repository()).commonDir, rescue);
    },
    async restoreRescue(rescue, target) {
      return restoreRescue(await repository(), rescue, target);
    },
    async ensureTrashSwept(keepMs) {
      return (await repository()).trash.sweep(settings.clock.now() - keepMs);
    },
  };
}

function releasesOf(
  repository: () => Promise<Repository>,
): Pick<Workspaces, 'ensureReleased' | 'offerRelease'> {
  const release = async (workspace: Workspace): Promise<Rescue | null> =>
    (isThrowAway(workspace) ? ensureThrownAway : ensureReleased)(await repository(), workspace);
  return {
    ensureReleased: async (workspace) => ({ rescue: await release(workspace) }),
    async offerRelease(workspace) {
      try {
        return { rescue: await release(workspace), obstacle: null };
      } catch (error) {
        if (error instanceof Fault) return { rescue: null, obstacle: error.message };
        throw error;
      }
    },
  };
}

const IDENTITY = ['user.name=Swarm', 'user.email=swarm@localhost'];

/** Files of the project's own checkout that differ from its commit, untracked ones too. */
async function observeChanges({ git, project }: Repository): Promise<readonly string[]> {
  const status = await git.ask(['status', '--porcelain', '-z', '--no-renames', '--', '.'], { in: project });
  // Two letters and a space come before each name.
  return status.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}

/** A commit of the checkout as it lies there. Changes neither its files nor its index nor a branch. */
async function commitChanges(repository: Repository, head: string): Promise<string> {
  const { git, project, trashDir, marks } = repository;
  await marks.ensure({ kind: 'trash', path: trashDir });
  const at = { in: project };
  const [gitDir = '', workTree = ''] = (
    await git.ask(['rev-parse', '--absolute-git-dir', '--show-toplevel'], at)
  ).split('\n');
  const { tree } = await takeSnapshot(git, { gitDir, adminDir: gitDir, workTree, head }, trashDir);
  const message = 'Uncommitted changes of the checkout, taken along by Swarm';
  return git.ask(['commit-tree', tree, '-p', head, '-m', message], { gitDir, settings: IDENTITY });
}
