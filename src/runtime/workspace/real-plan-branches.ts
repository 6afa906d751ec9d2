import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { type Git, type GitCall, openGit } from './git.ts';
import { forgetLeftover, runGuarded, waitForLeftover } from './guarded-git.ts';
import { MERGE_SETTINGS, mergeIdentity } from './merge-identity.ts';
import { openRepository, type Repository } from './open-repository.ts';
import type { MergedIn, Pin, PlanBranches } from './plan-branches.ts';
import type { WorkspaceSettings } from './real-workspaces.ts';
import { exists, findEntry } from './worktree-entry.ts';

const PINS = 'refs/swarm/verified';
export function realPlanBranches(settings: WorkspaceSettings): PlanBranches {
  const git = openGit(settings.env, settings.project);
  const repository = (): Promise<Repository> => openRepository({ ...settings, git });
  return {
    ensurePinned: async (pin) => ensurePinned(await repository(), pin),
    ensureMerged: async (workspace, commit, message) =>
      ensureMerged(await repository(), { workspace, commit, message }),
    ensureUnpinned: async (runId) => ensureUnpinned(await repository(), runId),
  };
}

async function ensurePinned({ git, commonDir }: Repository, pin: Pin): Promise<string | null> {
  const call = { gitDir: commonDir };
  const ref = `${PINS}/${pin.runId}/${pin.taskId}-${pin.key}`;
  const branch = `refs/heads/${pin.branch}`;
  const known = await listCommits(git, call, [ref, branch]);
  const pinned = known.get(ref);
  const tip = known.get(branch);
  if (pinned !== undefined || tip === undefined) return pinned ?? null;
  // Compare-and-swap: refused when another one pinned it meanwhile.
  const { code } = await git.run(['update-ref', ref, tip, ''], call);
  return code === 0 ? tip : ((await listCommits(git, call, [ref])).get(ref) ?? null);
}

/** What these refs point to; those that are missing are left out. */
async function listCommits(
  git: Git,
  call: GitCall,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lines = await git.ask(['for-each-ref', '--format=%(refname) %(objectname)', ...refs], call);
  return new Map(
    lines.split('\n').map((line): [string, string] => {
      const [ref = '', commit = ''] = line.split(' ');
      return [ref, commit];
    }),
  );
}

async function ensureUnpinned({ git, commonDir }: Repository, runId: string): Promise<void> {
  const call = { gitDir: commonDir };
  const refs = await git.ask(['for-each-ref', '--format=%(refname)', `${PINS}/${runId}/`], call);
  const input = refs
    .split('\n')
    .filter(Boolean)
    .map((ref) => `delete ${ref}\n`);
  if (input.length > 0) await git.ask(['update-ref', '--stdin'], { ...call, input: input.join('') });
}

type Merging = Readonly<{ workspace: Workspace; commit: string; message: string }>;

async function ensureMerged(repository: Repository, merging: Merging): Promise<MergedIn> {
  const { git, commonDir } = repository;
  const { path, branch } = merging.workspace;
  const entry = await findEntry(commonDir, path);
  if (entry === null) throw new Fault('git-failed', `${path} is no worktree any more`);
  const call: GitCall = { gitDir: entry.adminDir, workTree: path };
  const guard = join(entry.adminDir, 'swarm-merging.json');
  // Ours was killed in the middle; no agent has worked here since.
  if (await waitForLeftover(guard)) {
    await git.run(['merge', '--abort'], call);
    forgetLeftover(guard);
  }
  const isAncestor = ['merge-base', '--is-ancestor', merging.commit, 'HEAD'];
  if ((await git.run(isAncestor, call)).code === 0) return { is: 'had' };
  const obstacle = await findObstacle(repository, call, branch);
  if (obstacle !== null) return { is: 'conflict', files: [], problem: obstacle };
  const args = ['merge', '--no-edit', '--quiet', '-m', merging.message, merging.commit];
  const env = await mergeIdentity(git, call);
  const answer = await runGuarded(git, guard, { args, call: { ...call, env, settings: MERGE_SETTINGS } });
  if (answer.code === 0) return { is: 'merged' };
  return conflictOf(repository, call, { commit: merging.commit, said: answer.stderr || answer.stdout });
}

/** Why nothing can be merged here, beside the content. */
async function findObstacle({ git }: Repository, call: GitCall, branch: string): Promise<string | null> {
  const head = await git.askOrNull(['symbolic-ref', '--quiet', 'HEAD'], call);
  if (head !== `refs/heads/${branch}`) return `${branch} is not checked out`;
  const isMerging = await exists(join(call.gitDir ?? '', 'MERGE_HEAD'));
  return isMerging ? 'another merge is not finished' : null;
}

type Failed = Readonly<{ commit: string; said: string }>;

/** Takes the merge back: the agent does it, with all that it needs to know. */
async function conflictOf({ git }: Repository, call: GitCall, { commit, said }: Failed): Promise<MergedIn> {
  const list = async (...args: readonly string[]): Promise<readonly string[]> =>
    ((await git.askOrNull(['diff', '--name-only', '--no-renames', '-z', ...args], call)) ?? '')
      .split('\0')
      .filter(Boolean);
  const files = await list('--diff-filter=U');
  if (files.length > 0) {
    await git.ask(['merge', '--abort'], call);
    return { is: 'conflict', files, problem: 'both sides changed the same lines' };
  }
  const touched = new Set(await list('HEAD', commit));
  const status = await git.ask(
    ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'],
    call,
  );
  const dirty = status.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  const inTheWay = dirty.filter((path) => touched.has(path));
  if (inTheWay.length > 0) return { is: 'conflict', files: inTheWay, problem: 'changes are not committed' };
  throw new Fault('git-failed', `git merge failed: ${said.trim()}`, { retry: true });
}
