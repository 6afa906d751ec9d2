import { ensureBareBranchGone, isCommitted, observeBranch, observeWork } from './branch.ts';
import { openGit } from './git.ts';
import { assertGitUsable } from './git-version.ts';
import { openRepository, type Repository, type RepositoryDeps } from './open-repository.ts';
import { ensureReady, isReady } from './ready.ts';
import { ensureReleased } from './release.ts';
import { observeHeadCommit } from './repository.ts';
import { listRescues, renderRescue } from './rescues.ts';
import { restoreRescue } from './restore.ts';
import type { Workspaces } from './workspaces.ts';
import { exists } from './worktree-entry.ts';

export type WorkspaceSettings = Omit<RepositoryDeps, 'git'>;

/** Workspaces of the repository that the project lies in. Lazy: nothing is read before the first call. */
export function realWorkspaces(settings: WorkspaceSettings): Workspaces {
  const git = openGit(settings.env);
  const deps: RepositoryDeps = { ...settings, git };
  let isUsable = false;
  const ensureUsable = async (): Promise<void> => {
    if (!isUsable) await assertGitUsable(git);
    isUsable = true;
  };
  const repository = async (): Promise<Repository> => {
    await ensureUsable();
    return openRepository(deps);
  };
  return {
    async isTaken({ path, branch }) {
      const { commonDir } = await repository();
      const ref = await git.askOrNull(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], {
        gitDir: commonDir,
      });
      return ref !== null || (await exists(path));
    },
    async observeHead() {
      await ensureUsable();
      return observeHeadCommit(git, settings.project);
    },
    async ensureReady(workspace) {
      if (!(await isReady(workspace))) await ensureReady(await repository(), workspace);
    },
    async ensureReleased(workspace) {
      return { rescue: await ensureReleased(await repository(), workspace) };
    },
    async isCommitted(workspace) {
      return isCommitted(await repository(), workspace);
    },
    async observeBranch(workspace) {
      return observeBranch(await repository(), workspace);
    },
    async observeWork(workspace) {
      return observeWork(await repository(), workspace);
    },
    async ensureBareBranchGone(workspace) {
      return ensureBareBranchGone(await repository(), workspace);
    },
    async listRescues() {
      return listRescues(git, (await repository()).commonDir);
    },
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
