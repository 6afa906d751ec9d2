import { join } from 'node:path';
import { readSmall } from '../agent-files/read-plain.ts';
import type { Git } from './git.ts';
import type { Checkout } from './snapshot.ts';

// Files in which an unfinished merge, pick or rebase keeps commits that may be on no branch. An autostash
// is work.
const NAMED_IN = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'MERGE_AUTOSTASH',
  'rebase-merge/autostash',
  'rebase-merge/orig-head',
  'rebase-apply/autostash',
  'rebase-apply/orig-head',
];

/** Commits of an unfinished operation that no branch, tag or remote reaches. */
export async function listLooseCommits(git: Git, { gitDir, adminDir }: Checkout): Promise<readonly string[]> {
  if (adminDir === null) return [];
  const texts = NAMED_IN.map((name) => readSmall(join(adminDir, name)) ?? '');
  const named = new Set(texts.join('\n').match(/^[0-9a-f]{40,64}$/gm) ?? []);
  const loose: string[] = [];
  for (const commit of named) if (!(await isReachable(git, gitDir, commit))) loose.push(commit);
  return loose;
}

/**
 * Whether a branch, a tag or a remote reaches the commit. True for one that does not exist: there is
 * nothing to save.
 */
export async function isReachable(git: Git, gitDir: string, commit: string): Promise<boolean> {
  const args = ['rev-list', '--max-count=1', commit, '--not', '--branches', '--tags', '--remotes'];
  return ((await git.askOrNull(args, { gitDir })) ?? '') === '';
}
