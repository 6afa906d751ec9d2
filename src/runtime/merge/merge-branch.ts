import { Fault } from '../../domain/fault.ts';
import type { RunBranch } from '../../domain/merge/merge.ts';
import type { Git } from '../workspace/git.ts';
import { MERGE_SETTINGS, mergeIdentity } from '../workspace/merge-identity.ts';
import type { MergeRequest } from './merges.ts';

type Merging = Pick<MergeRequest, 'runId' | 'title' | 'titles'> & Readonly<{ git: Git; scratch: string }>;

/** Merges one branch into the scratch worktree; the files in conflict, none when it went well. */
export async function mergeBranch(merging: Merging, branch: RunBranch): Promise<readonly string[]> {
  const { git, scratch, runId, title, titles } = merging;
  const what = titles?.get(branch.branch) ?? `${title} (${branch.role} of run ${runId})`;
  const message = `Merge branch '${branch.branch}': ${what}`;
  const args = ['merge', '--no-ff', '--no-edit', '--quiet', '-m', message, `refs/heads/${branch.branch}`];
  const call = { in: scratch, env: await mergeIdentity(git, { in: scratch }), settings: MERGE_SETTINGS };
  const answer = await git.run(args, call);
  if (answer.code === 0) return [];
  const files = await listConflicts(git, scratch);
  if (files.length > 0) return files;
  throw new Fault('git-failed', `git merge failed: ${answer.stderr.trim() || answer.stdout.trim()}`);
}

async function listConflicts(git: Git, scratch: string): Promise<readonly string[]> {
  const text = await git.ask(['diff', '--name-only', '--diff-filter=U', '-z'], { in: scratch });
  return text.split('\0').filter(Boolean);
}
