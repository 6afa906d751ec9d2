import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Git, GitAnswer } from '../workspace/git.ts';
import { runGuarded } from '../workspace/guarded-git.ts';
import { exists } from '../workspace/worktree-entry.ts';
import { commitOf, type MergeTarget } from './target.ts';

export type Moving = Readonly<{
  git: Git;
  project: string;
  guardFile: string;
  target: MergeTarget;
  to: string;
}>;

/** Moves the target to the merged commit, if it is still where the merge began. */
export async function moveTarget(moving: Moving): Promise<Outcome<null>> {
  const { git, project, target } = moving;
  const answer =
    target.checkout === null ? await moveRef(moving) : await moveCheckout(moving, target.checkout);
  if (answer.code === 0) return accept(null);
  if ((await commitOf(git, project, target.ref)) !== target.commit) {
    return refuse({ code: 'merge-target-moved', branch: target.branch });
  }
  const files = await listInTheWay(moving);
  if (files.length > 0) return refuse({ code: 'merge-in-the-way', branch: target.branch, files });
  throw new Fault('git-failed', `git could not move ${target.branch}: ${answer.stderr.trim()}`);
}

function moveRef({ git, project, target, to }: Moving): Promise<GitAnswer> {
  const args = ['update-ref', '-m', 'swarm: merge', target.ref, to, target.commit];
  return git.run(args, { in: project });
}

// Git itself refuses to write over what is not committed; an interrupt of ours must not stop it half way.
async function moveCheckout({ git, guardFile, to }: Moving, checkout: string): Promise<GitAnswer> {
  await assertWritesTo(git, checkout);
  const args = ['merge', '--ff-only', '--no-overwrite-ignore', '--quiet', to];
  return runGuarded(git, guardFile, { args, call: { in: checkout } });
}

/** An agent could have set `core.worktree`: then git would write the files of the merge somewhere else. */
async function assertWritesTo(git: Git, checkout: string): Promise<void> {
  const top = await git.ask(['rev-parse', '--show-toplevel'], { in: checkout });
  if ((await realpath(top)) === (await realpath(checkout))) return;
  throw new Fault('git-failed', `git would write to ${top} instead of ${checkout}`, {
    hint: 'core.worktree is set in .git/config; if it is not yours: git config --unset core.worktree',
  });
}

/** Files that the move would overwrite and that contain a person's own changes. */
export async function listInTheWay({ git, target, to }: Moving): Promise<readonly string[]> {
  const { checkout, commit } = target;
  if (checkout === null) return [];
  const list = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await git.ask(['diff', '--name-only', '--no-renames', '-z', ...args], { in: checkout }))
      .split('\0')
      .filter(Boolean);
  const touched = new Set(await list(commit, to));
  const changed = (await list('HEAD')).filter((path) => touched.has(path));
  const added: string[] = [];
  for (const path of await list('--diff-filter=A', commit, to)) {
    if (await exists(join(checkout, path))) added.push(path);
  }
  return [...new Set([...changed, ...added])];
}
