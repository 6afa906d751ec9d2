import { ensureBareBranchGone, isCommitted, observeBranch, observeWork } from './branch.ts';
import { openGit } from './git.ts';
import { assertGitUsable } from './git-version.ts';
import { type Grip, type Hands, takeGrip } from './hands.ts';
import { ensureReady, isReady } from './ready.ts';
import { ensureReleased } from './release.ts';
import { observeHeadCommit } from './repository.ts';
import { listRescues, renderRescue } from './rescues.ts';
import { restoreRescue } from './restore.ts';
import type { Workspaces } from './workspaces.ts';
import { exists } from './worktree-entry.ts';

export type WorkspaceSettings = Omit<Hands, 'git'>;

/** Workspaces of the repository that the project lies in. Nothing is looked at before the first call. */
export function realWorkspaces(settings: WorkspaceSettings): Workspaces {
  const git = openGit(settings.env);
  const hands: Hands = { ...settings, git };
  let isUsable = false;
  const ensureUsable = async (): Promise<void> => {
    if (!isUsable) await assertGitUsable(git);
    isUsable = true;
  };
  const grip = async (): Promise<Grip> => {
    await ensureUsable();
    return takeGrip(hands);
  };
  return {
    async isTaken({ path, branch }) {
      const { commonDir } = await grip();
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
      if (!(await isReady(workspace))) await ensureReady(await grip(), workspace);
    },
    async ensureReleased(workspace) {
      return { rescue: await ensureReleased(await grip(), workspace) };
    },
    async isCommitted(workspace) {
      return isCommitted(await grip(), workspace);
    },
    async observeBranch(workspace) {
      return observeBranch(await grip(), workspace);
    },
    async observeWork(workspace) {
      return observeWork(await grip(), workspace);
    },
    async ensureBareBranchGone(workspace) {
      return ensureBareBranchGone(await grip(), workspace);
    },
    async listRescues() {
      return listRescues(git, (await grip()).commonDir);
    },
    async renderRescue(rescue) {
      return renderRescue(git, (await grip()).commonDir, rescue);
    },
    async restoreRescue(rescue, target) {
      return restoreRescue(await grip(), rescue, target);
    },
    async ensureTrashSwept(keepMs) {
      return (await grip()).trash.sweep(settings.clock.now() - keepMs);
    },
  };
}
