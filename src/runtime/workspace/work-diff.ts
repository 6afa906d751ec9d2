import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { DiffSource, WantedDiff, WorkCommit, WorkDiff } from '../../domain/workspace/work-diff.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { findForeign } from './foreign.ts';
import type { Git, GitCall } from './git.ts';
import { parseNumstat } from './numstat.ts';
import type { Repository } from './open-repository.ts';
import { listRescues, RESCUES } from './rescues.ts';
import { takeSnapshot, treeOf } from './snapshot.ts';
import { exists, findEntry } from './worktree-entry.ts';

const GIT_LIMIT_MS = 60_000;
const MOST_COMMITS = 100;
/** More than any file has that is shown. */
const ALL_LINES = '--unified=1000000';

/** Where work stands: the last commit, and all files as they lie there. */
type Tip = Readonly<{
  source: DiffSource;
  head: string | null;
  tree: string;
  unread: readonly string[];
  rescue: string | null;
}>;

/** Null when neither the folder nor the branch nor a rescue is there. Changes nothing in the repository. */
export async function observeDiff(
  repository: Repository,
  workspace: Workspace,
  wanted: WantedDiff,
): Promise<WorkDiff | null> {
  const scratch = await withFileFaults(tmpdir(), () => mkdtemp(join(tmpdir(), 'swarm-diff-')));
  try {
    const looking = { ...repository, git: await scratchGit(repository, scratch) };
    const tip =
      (await lookIntoFolder(looking, workspace, scratch)) ??
      (await lookAtBranch(looking, workspace)) ??
      (await lookAtRescue(looking, workspace));
    return tip && (await compare(looking, { workspace, tip, wanted }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A git that reads the repository and writes new objects elsewhere: to look must add nothing to it. */
async function scratchGit({ git, commonDir }: Repository, scratch: string): Promise<Git> {
  const objects = join(scratch, 'objects');
  await withFileFaults(objects, () => mkdir(objects));
  const env = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(join(commonDir, 'objects')),
  };
  const aside = (call: GitCall = {}): GitCall => ({
    timeoutMs: GIT_LIMIT_MS,
    ...call,
    env: { ...call.env, ...env },
  });
  return {
    run: (args, call) => git.run(args, aside(call)),
    ask: (args, call) => git.ask(args, aside(call)),
    askOrNull: (args, call) => git.askOrNull(args, aside(call)),
  };
}

// Git takes a list here, in which a colon ends a path that is not quoted.
const quoted = (path: string): string => `"${path.replaceAll(/["\\]/g, '\\$&')}"`;

async function lookIntoFolder(
  repository: Repository,
  workspace: Workspace,
  scratch: string,
): Promise<Tip | null> {
  const { git, commonDir } = repository;
  const { path } = workspace;
  if (!(await isFolder(path)) || (await findForeign(repository, workspace)) !== null) return null;
  const adminDir = (await findEntry(commonDir, path))?.adminDir ?? null;
  if (adminDir === null) return null;
  const head = await findCommit(git, adminDir, 'HEAD');
  const checkout = { gitDir: adminDir, adminDir, workTree: path, head };
  const { tree, unsaved } = await takeSnapshot(git, checkout, join(scratch, 'index'));
  return { source: 'workspace', head, tree, unread: unsaved, rescue: null };
}

/** A link in the place of the folder would lead elsewhere. */
const isFolder = async (path: string): Promise<boolean> =>
  (await exists(path)) && (await lstat(path)).isDirectory();

async function lookAtBranch(repository: Repository, { branch, sessionId }: Workspace): Promise<Tip | null> {
  const { git, commonDir } = repository;
  const head = branch === '' ? null : await findCommit(git, commonDir, `refs/heads/${branch}`);
  if (head === null) return null;
  const rescue = await findNewestRescue(repository, sessionId);
  return { source: 'branch', head, tree: head, unread: [], rescue: rescue?.name ?? null };
}

async function lookAtRescue(repository: Repository, { sessionId }: Workspace): Promise<Tip | null> {
  const rescue = await findNewestRescue(repository, sessionId);
  if (rescue === null) return null;
  const head = await findCommit(repository.git, repository.commonDir, `${rescue.commit}^1`);
  return { source: 'rescue', head, tree: rescue.commit, unread: [], rescue: rescue.name };
}

async function findNewestRescue(
  { git, commonDir }: Repository,
  sessionId: string,
): Promise<{ name: string; commit: string } | null> {
  const all = await listRescues(git, commonDir, sessionId);
  const [newest] = all.toSorted((a, b) => b.number - a.number);
  return newest ? { name: newest.ref.slice(RESCUES.length + 1), commit: newest.commit } : null;
}

const findCommit = (git: Git, gitDir: string, name: string): Promise<string | null> =>
  git.askOrNull(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { gitDir });

type Comparison = Readonly<{ workspace: Workspace; tip: Tip; wanted: WantedDiff }>;

async function compare(repository: Repository, { workspace, tip, wanted }: Comparison): Promise<WorkDiff> {
  const { git, commonDir } = repository;
  const gitDir = commonDir;
  const base = await findBase(repository, workspace, tip);
  const from = base ?? (await treeOf(git, { gitDir, head: null }));
  const only = ['--', ...wanted.paths.map((path) => `:(top,literal)${path}`)];
  const between = [from, tip.tree, ...only];
  const { source, unread, rescue } = tip;
  // None of them waits for another: the start of a process is most of what each costs.
  const [files, commits, uncommitted, patch] = await Promise.all([
    git.ask(['diff-tree', '-r', '-M', '--numstat', '-z', ...between], { gitDir }),
    observeCommits(git, gitDir, { base, head: tip.head }),
    listUncommitted(git, gitDir, { ...tip, only }),
    observePatch(git, { gitDir, between, wanted }),
  ]);
  return { source, base, ...commits, files: parseNumstat(files), uncommitted, unread, rescue, ...patch };
}

/** Where a row does not know it, the branch began where it left the project's own. */
async function findBase(
  { git, commonDir }: Repository,
  { baseCommit }: Workspace,
  { head }: Tip,
): Promise<string | null> {
  const known = baseCommit === '' ? null : await findCommit(git, commonDir, baseCommit);
  if (known !== null || head === null) return known;
  return git.askOrNull(['merge-base', 'HEAD', head], { gitDir: commonDir });
}

type Stretch = Readonly<{ base: string | null; head: string | null }>;

async function observeCommits(
  git: Git,
  gitDir: string,
  { base, head }: Stretch,
): Promise<Pick<WorkDiff, 'commits' | 'commitCount'>> {
  if (head === null) return { commits: [], commitCount: 0 };
  const range = base === null ? head : `${base}..${head}`;
  const format = '--format=%H%x00%s';
  const [count, text] = await Promise.all([
    git.ask(['rev-list', '--count', range], { gitDir }),
    git.ask(['rev-list', `--max-count=${MOST_COMMITS}`, format, range], { gitDir }),
  ]);
  return { commits: text.split('\n').flatMap(parseCommit), commitCount: Number(count) };
}

// Before each line of the format git prints one of its own.
function parseCommit(line: string): readonly WorkCommit[] {
  const [commit = '', subject] = line.split('\0');
  return subject === undefined ? [] : [{ commit, subject }];
}

async function listUncommitted(
  git: Git,
  gitDir: string,
  { head, tree, only }: Readonly<{ head: string | null; tree: string; only: readonly string[] }>,
): Promise<readonly string[]> {
  if (head === null || head === tree) return [];
  const args = ['diff-tree', '-r', '--no-renames', '--name-only', '-z', head, tree, ...only];
  return (await git.ask(args, { gitDir })).split('\0').filter(Boolean);
}

type Patching = Readonly<{ gitDir: string; between: readonly string[]; wanted: WantedDiff }>;

async function observePatch(
  git: Git,
  { gitDir, between, wanted: { patchBytes, isWhole = false } }: Patching,
): Promise<Pick<WorkDiff, 'patch' | 'isCut'>> {
  if (patchBytes === 0) return { patch: null, isCut: false };
  const lines = isWhole ? [ALL_LINES] : [];
  const args = ['diff-tree', '-r', '-M', '--patch', ...lines, '--no-color', ...between];
  const { code, stdout, stderr, isCut = false } = await git.run(args, { gitDir, cutAtBytes: patchBytes });
  if (code !== 0) throw new Fault('git-failed', `git diff-tree failed: ${stderr.trim()}`, { retry: true });
  // Half a line would read as a whole one.
  return { patch: isCut ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout, isCut };
}
