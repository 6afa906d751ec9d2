import { join } from 'node:path';
import type { MergeEnd, RunBranch, Uncommitted } from '../../domain/merge/merge.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { acquireLock } from '../lock/acquire-lock.ts';
import { type Git, openGit } from '../workspace/git.ts';
import { assertGitUsable } from '../workspace/git-version.ts';
import { waitForLeftover } from '../workspace/guarded-git.ts';
import { openRepository, type Repository, type RepositoryDeps } from '../workspace/open-repository.ts';
import { ensureProvisioned } from '../workspace/provision.ts';
import { mergeBranch } from './merge-branch.ts';
import type { MergeRequest, Merges } from './merges.ts';
import { listInTheWay, type Moving, moveTarget } from './move-target.ts';
import { runCheck } from './run-check.ts';
import { clearScratch, makeScratch } from './scratch.ts';
import { commitOf, findCheckout, findMergeTarget, type MergeTarget } from './target.ts';

export type MergeSettings = Omit<RepositoryDeps, 'git'> &
  Readonly<{
    logsDir: string;
    /** A shell command, and how long it may take; null when nothing is to be checked. */
    check: Readonly<{ command: string; limitMs: number }> | null;
  }>;

const CONTENTION_MS = 200;

export function realMerges(settings: MergeSettings): Merges {
  const git = openGit(settings.env, settings.project);
  return {
    listUncommitted: (branches) => listUncommitted(git, settings.project, branches),
    async merge(request) {
      await assertGitUsable(git);
      const repository = await openRepository({ ...settings, git });
      const lock = acquireLock(join(repository.commonDir, 'swarm-merge.lock'), CONTENTION_MS);
      if (lock === null) return refuse({ code: 'merge-under-way' });
      try {
        await clearScratch(repository);
        await waitForLeftover(moveGuard(repository));
        return await merge({ repository, settings, request });
      } finally {
        await clearScratch(repository).finally(() => lock.release());
      }
    },
  };
}

const moveGuard = ({ commonDir }: Repository): string => join(commonDir, 'swarm-moving.json');

type Job = Readonly<{ repository: Repository; settings: MergeSettings; request: MergeRequest }>;

async function merge(job: Job): Promise<Outcome<MergeEnd>> {
  const { git, project } = job.repository;
  const { branches, into } = job.request;
  const target = await findMergeTarget(git, project, into);
  if (!target.ok) return target;
  const sorted = await sortBranches(job, target.value);
  if (!sorted.ok) return sorted;
  if (sorted.value.fresh.length === 0) {
    const { branch, commit } = target.value;
    return accept({ is: 'nothing-new', target: branch, commit, branches });
  }
  return mergeInto(job, target.value, sorted.value);
}

type Sorted = Readonly<{ fresh: readonly RunBranch[]; hadAlready: readonly RunBranch[] }>;

async function sortBranches({ repository, request }: Job, target: MergeTarget): Promise<Outcome<Sorted>> {
  const { git, project } = repository;
  const fresh: RunBranch[] = [];
  for (const branch of request.branches) {
    const commit = await commitOf(git, project, `refs/heads/${branch.branch}`);
    if (commit === null) return refuse({ code: 'merge-branch-missing', ...branch });
    const isThere = await git.run(['merge-base', '--is-ancestor', commit, target.commit], { in: project });
    if (isThere.code !== 0) fresh.push(branch);
  }
  return accept({ fresh, hadAlready: request.branches.filter((branch) => !fresh.includes(branch)) });
}

async function mergeInto(
  job: Job,
  target: MergeTarget,
  { fresh, hadAlready }: Sorted,
): Promise<Outcome<MergeEnd>> {
  const { repository, settings, request } = job;
  const { git, project } = repository;
  const entry = await makeScratch(repository, target.commit);
  for (const branch of fresh) {
    request.tell({ is: 'merging', branch, target: target.branch });
    const files = await mergeBranch({ ...request, git, scratch: entry.path }, branch);
    if (files.length > 0) return accept({ is: 'conflict', target: target.branch, branch, files });
  }
  const to = await git.ask(['rev-parse', 'HEAD'], { in: entry.path });
  const moving: Moving = { git, project, guardFile: moveGuard(repository), target, to };
  // Fails early, before a long check.
  const inTheWay = await listInTheWay(moving);
  if (inTheWay.length > 0) {
    return refuse({ code: 'merge-in-the-way', branch: target.branch, files: inTheWay });
  }
  const logFile = join(settings.logsDir, `merge-${request.runId}.log`);
  const failure = await check(job, entry, logFile);
  if (failure !== null) return accept({ ...failure, target: target.branch });
  const moved = await moveTarget(moving);
  if (!moved.ok) return moved;
  const checked = settings.check?.command ?? null;
  return accept({
    is: 'merged',
    target: target.branch,
    from: target.commit,
    to,
    merged: fresh,
    hadAlready,
    check: checked,
    logFile: checked === null ? null : logFile,
  });
}

type Failure = Omit<Extract<MergeEnd, { is: 'check-failed' }>, 'target'>;

async function check(
  { repository, settings, request }: Job,
  entry: Awaited<ReturnType<typeof makeScratch>>,
  logFile: string,
): Promise<Failure | null> {
  if (settings.check === null) return null;
  request.tell({ is: 'preparing' });
  await ensureProvisioned(repository, entry);
  const { command, limitMs } = settings.check;
  request.tell({ is: 'checking', check: command, limitMs, logFile });
  const { signal } = request;
  const failure = await runCheck(repository, entry, {
    command,
    limitMs,
    logFile,
    ...(signal === undefined ? {} : { signal }),
  });
  return failure && { is: 'check-failed', check: command, logFile, ...failure };
}

/** One entry for each branch whose worktree has uncommitted changes. */
async function listUncommitted(
  git: Git,
  project: string,
  branches: readonly RunBranch[],
): Promise<readonly Uncommitted[]> {
  const found: Uncommitted[] = [];
  for (const { role, branch } of branches) {
    const folder = await findCheckout(git, project, `refs/heads/${branch}`);
    const files = folder === null ? [] : await listChanged(git, folder);
    if (folder !== null && files.length > 0) found.push({ role, folder, files });
  }
  return found;
}

async function listChanged(git: Git, folder: string): Promise<readonly string[]> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  // An agent may have broken its worktree; then its rescue reports the changes.
  const text = await git.askOrNull(args, { in: folder });
  return (text ?? '')
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice('XY '.length));
}
