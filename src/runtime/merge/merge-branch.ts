import { Fault } from '../../domain/fault.ts';
import type { RunBranch } from '../../domain/merge/merge.ts';
import type { Git } from '../workspace/git.ts';

type Merging = Readonly<{ git: Git; scratch: string; runId: string }>;

const SWARM = {
  GIT_AUTHOR_NAME: 'Swarm',
  GIT_AUTHOR_EMAIL: 'swarm@localhost',
  GIT_COMMITTER_NAME: 'Swarm',
  GIT_COMMITTER_EMAIL: 'swarm@localhost',
};
// No terminal: a signing key that needs a passphrase would block for ever.
const SETTINGS = ['commit.gpgSign=false', 'merge.verifySignatures=false', 'rerere.enabled=false'];

/** Merges one branch into the scratch worktree; the files in conflict, none when it went well. */
export async function mergeBranch(merging: Merging, branch: RunBranch): Promise<readonly string[]> {
  const { git, scratch, runId } = merging;
  const message = `Merge branch '${branch.branch}' (${branch.role} of run ${runId})`;
  const args = ['merge', '--no-ff', '--no-edit', '--quiet', '-m', message, `refs/heads/${branch.branch}`];
  const call = { in: scratch, env: await identity(git, scratch), settings: SETTINGS };
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

async function identity(git: Git, scratch: string): Promise<Readonly<Record<string, string>>> {
  const name = await git.askOrNull(['config', 'user.name'], { in: scratch });
  const email = await git.askOrNull(['config', 'user.email'], { in: scratch });
  return name && email ? {} : SWARM;
}
