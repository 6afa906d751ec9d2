import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import type { Repository } from './open-repository.ts';
import type { SubmissionObservation } from './workspaces.ts';
import { exists, findEntry, type WorktreeEntry } from './worktree-entry.ts';

/** A larger file is told apart by its beginning. */
const HASHED_BYTES = 64 * 1024 * 1024;

/** Files of a plan that no commit has, in the folder of a role. */
const LOOSE = /^agents\/[^/]+\/task_output\//;
const PLAN_FOLDERS = ['orchestration', '.'];

/** What a role has committed: where its branch is, what is not on it, and what these paths are there. */
export async function observeSubmission(
  repository: Repository,
  workspace: Workspace,
  paths: readonly string[],
): Promise<SubmissionObservation> {
  const entry = (await exists(workspace.path)) ? await findEntry(repository.commonDir, workspace.path) : null;
  const [{ changed, untracked }, { head, commit, committed }] = await Promise.all([
    observeFolder(repository, entry),
    observeCommits(repository, { entry, workspace, paths }),
  ]);
  const hashes = paths.map((path) => committed.get(path) ?? looseHash(workspace, path));
  return {
    commit,
    isOnBranch: head === null || head === commit,
    changed,
    untracked,
    hashes: new Map(paths.map((path, index) => [path, hashes[index] ?? null])),
  };
}

type Folder = Readonly<{ changed: readonly string[]; untracked: readonly string[] }>;

async function observeFolder({ git }: Repository, entry: WorktreeEntry | null): Promise<Folder> {
  if (entry === null) return { changed: [], untracked: [] };
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  const status = await git.askOrNull(args, { gitDir: entry.adminDir, workTree: entry.path });
  const lines = (status ?? '').split('\0').filter((line) => line !== '');
  // Two letters and a space come before each name.
  const named = (isKnown: boolean): readonly string[] =>
    lines.filter((line) => line.startsWith('??') !== isKnown).map((line) => line.slice(3));
  return { changed: named(true), untracked: named(false) };
}

type SubmissionQuery = Readonly<{
  entry: WorktreeEntry | null;
  workspace: Workspace;
  paths: readonly string[];
}>;
type Commits = Readonly<{
  head: string | null;
  commit: string | null;
  committed: ReadonlyMap<string, string>;
}>;

const LOOKS_MOST = 5;

/**
 * One question to git for all of them. A path that ends with "/" stands for its tree. The branch is asked for
 * first and last: one that moved in between is looked at again, so that hashes are those of the commit.
 */
async function observeCommits(repository: Repository, asked: SubmissionQuery): Promise<Commits> {
  for (let look = 1; ; look += 1) {
    const { commits, after } = await lookAtCommits(repository, asked);
    if (commits.commit === after || look >= LOOKS_MOST) return commits;
  }
}

async function lookAtCommits(
  { git, commonDir }: Repository,
  { entry, workspace: { branch }, paths }: SubmissionQuery,
): Promise<Readonly<{ commits: Commits; after: string | null }>> {
  const ref = `refs/heads/${branch}`;
  const tip = `${ref}^{commit}`;
  const named = paths.filter((path) => !path.includes('\n'));
  const names = ['HEAD', tip, ...named.map((path) => `${ref}:${path.replace(/\/+$/, '')}`), tip];
  const args = ['cat-file', '--batch-check=%(objectname)'];
  const input = `${names.join('\n')}\n`;
  const lines = (await git.ask(args, { gitDir: entry?.adminDir ?? commonDir, input })).split('\n');
  const [head = null, commit = null, ...hashes] = lines.map((line) => (OBJECT.test(line) ? line : null));
  const found = named.flatMap((path, index): [string, string][] => {
    const hash = hashes[index] ?? null;
    return hash === null ? [] : [[path, hash]];
  });
  const commits = { head: entry === null ? null : head, commit, committed: new Map(found) };
  return { commits, after: hashes[named.length] ?? null };
}

const OBJECT = /^[0-9a-f]{40,64}$/;

function looseHash({ path: folder }: Workspace, path: string): string | null {
  if (!LOOSE.test(path) || path.split('/').includes('..')) return null;
  const files = new AgentFiles(dirname(folder), new Oddities());
  for (const top of PLAN_FOLDERS) {
    const bytes = files.readPart(join(folder, top, path), { from: 0, bytes: HASHED_BYTES });
    if (bytes !== null) return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  }
  return null;
}
