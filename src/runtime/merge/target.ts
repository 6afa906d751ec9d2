import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Git } from '../workspace/git.ts';
import { exists } from '../workspace/worktree-entry.ts';

export type MergeTarget = Readonly<{
  branch: string;
  ref: string;
  commit: string;
  /** The worktree that has it checked out, whose files move with it. */
  checkout: string | null;
}>;

const HEADS = 'refs/heads/';

/** The branch to merge into. */
export async function findMergeTarget(
  git: Git,
  project: string,
  into: string | null,
): Promise<Outcome<MergeTarget>> {
  const ref = into === null ? await headRef(git, project) : `${HEADS}${into.replace(HEADS, '')}`;
  if (ref === null) return refuse({ code: 'merge-no-target', branch: null, problem: 'detached' });
  const branch = ref.slice(HEADS.length);
  const commit = await commitOf(git, project, ref);
  if (commit === null) {
    return refuse({ code: 'merge-no-target', branch, problem: into === null ? 'unborn' : 'missing' });
  }
  return accept({ branch, ref, commit, checkout: await findCheckout(git, project, ref) });
}

async function headRef(git: Git, project: string): Promise<string | null> {
  const ref = await git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], { in: project });
  return ref?.startsWith(HEADS) ? ref : null;
}

export const commitOf = (git: Git, project: string, ref: string): Promise<string | null> =>
  git.askOrNull(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { in: project });

/** The worktree that has a branch checked out. */
export async function findCheckout(git: Git, project: string, ref: string): Promise<string | null> {
  const blocks = (await git.ask(['worktree', 'list', '--porcelain'], { in: project })).split('\n\n');
  for (const block of blocks) {
    const lines = block.split('\n');
    const path = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length);
    // Git still lists worktrees whose folder was deleted.
    if (path && lines.includes(`branch ${ref}`) && (await exists(path))) return path;
  }
  return null;
}
