import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type { ChangedFile, WantedDiff, WorkCommit, WorkDiff } from '../../domain/workspace/work-diff.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { withFileFaults } from '../files/file-fault.ts';
import type { Git, GitCall } from './git.ts';
import { parseNumstat } from './numstat.ts';
import type { Repository } from './open-repository.ts';
import { treeOf } from './snapshot.ts';
import { type CommitTree, findCommitTrees, findTip, type Tip } from './work-tip.ts';

const GIT_LIMIT_MS = 60_000;
const MOST_COMMITS = 100;
/** More than any file has that is shown. */
const ALL_LINES = '--unified=1000000';

/** Null when neither the folder nor the branch nor a rescue is there. Changes nothing in the repository. */
export async function observeDiff(
  repository: Repository,
  workspace: Workspace,
  wanted: WantedDiff,
): Promise<WorkDiff | null> {
  const scratch = await withFileFaults(tmpdir(), () => mkdtemp(join(tmpdir(), 'swarm-diff-')));
  try {
    const looking = { ...repository, git: await scratchGit(repository, scratch) };
    const tip = await findTip(looking, workspace, scratch);
    return tip && (await compare(looking, tip, wanted));
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

async function compare(repository: Repository, tip: Tip, wanted: WantedDiff): Promise<WorkDiff> {
  const { git, commonDir: gitDir } = repository;
  const { source, head, unread, rescue } = tip;
  const base = tip.base ?? (await findFork(repository, tip));
  const from = base?.tree ?? (await treeOf(git, { gitDir, head: null }));
  const only = ['--', ...wanted.paths.map((path) => `:(top,literal)${path}`)];
  // None of them waits for another: the start of a process is most of what each costs.
  const [[files, uncommitted], commits, patch] = await Promise.all([
    listChanges(git, gitDir, { from, tip, only }),
    observeCommits(git, gitDir, { base: base?.commit ?? null, head: head?.commit ?? null }),
    observePatch(git, { gitDir, between: [from, tip.tree, ...only], wanted }),
  ]);
  return { source, base: base?.commit ?? null, ...commits, files, uncommitted, unread, rescue, ...patch };
}

/** Where a row does not know it, the branch began where it left the project's own. */
async function findFork({ git, commonDir }: Repository, { head }: Tip): Promise<CommitTree | null> {
  if (head === null) return null;
  const fork = await git.askOrNull(['merge-base', 'HEAD', head.commit], { gitDir: commonDir });
  return fork === null ? null : ((await findCommitTrees(git, commonDir, [fork]))[0] ?? null);
}

type Changes = Readonly<{ from: string; tip: Tip; only: readonly string[] }>;

/** What is not as it was at the beginning, and the names of what is not as it was committed. */
async function listChanges(
  git: Git,
  gitDir: string,
  { from, tip: { head, tree }, only }: Changes,
): Promise<readonly [files: readonly ChangedFile[], uncommitted: readonly string[]]> {
  const since = head === null || head.tree === tree ? [] : [head.tree];
  const pairs = [from, ...since].map((one) => `${one} ${tree}\n`);
  const args = ['diff-tree', '--stdin', '-r', '-M', '--numstat', '-z', ...only];
  // Before the differences of two trees git names both, on a line of its own.
  const text = `${await git.ask(args, { gitDir, input: pairs.join('') })}\n`;
  const second = since.length === 0 ? text.length : text.lastIndexOf(pairs[1] ?? '');
  const uncommitted = parseNumstat(text.slice(second + (pairs[1]?.length ?? 0)));
  const names = uncommitted.flatMap(({ path, from: before }) => (before === null ? [path] : [before, path]));
  return [parseNumstat(text.slice((pairs[0] ?? '').length, second)), names.toSorted()];
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
  const args = ['rev-list', `--max-count=${MOST_COMMITS}`, format, range];
  const commits = (await git.ask(args, { gitDir })).split('\n').flatMap(parseCommit);
  const isAll = commits.length < MOST_COMMITS;
  const commitCount = isAll
    ? commits.length
    : Number(await git.ask(['rev-list', '--count', range], { gitDir }));
  return { commits, commitCount };
}

// Before each line of the format git prints one of its own.
function parseCommit(line: string): readonly WorkCommit[] {
  const [commit = '', subject] = line.split('\0');
  return subject === undefined ? [] : [{ commit, subject }];
}

type Patching = Readonly<{ gitDir: string; between: readonly string[]; wanted: WantedDiff }>;

async function observePatch(
  git: Git,
  { gitDir, between, wanted: { patchBytes, isWhole = false } }: Patching,
): Promise<Pick<WorkDiff, 'patch' | 'isCut'>> {
  if (patchBytes === 0) return { patch: null, isCut: false };
  const around = isWhole ? [ALL_LINES] : [];
  const args = ['diff-tree', '-r', '-M', '--patch', ...around, '--no-color', ...between];
  const { code, stdout, stderr, isCut = false } = await git.run(args, { gitDir, cutAtBytes: patchBytes });
  if (code !== 0) throw new Fault('git-failed', `git diff-tree failed: ${stderr.trim()}`, { retry: true });
  // Half a line would read as a whole one.
  return { patch: isCut ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout, isCut };
}
