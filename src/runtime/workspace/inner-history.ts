import { lstat, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyCommits } from './copy-commits.ts';
import type { Git } from './git.ts';
import type { InnerRepository, Snapshot } from './snapshot.ts';

/** What is known of one repository inside a workspace after its commits were looked after. */
export type KeptHistory = Readonly<{
  name: string;
  head: string | null;
  ref: string | null;
  isSaved: boolean;
}>;

type Keeper = Readonly<{
  gitDir: string;
  workTree: string;
  refPrefix: string;
  env: Readonly<Record<string, string>>;
}>;

const MAX_INNER = 200;

/**
 * Commits that exist only in a repository inside the workspace are copied into ours, below `refPrefix`,
 * with the changed files of a submodule on top. What it has from a remote is left to that remote.
 */
export async function keepInnerHistories(
  git: Git,
  snapshot: Snapshot,
  keeper: Keeper,
): Promise<readonly KeptHistory[]> {
  const found = await listAll(git, snapshot, keeper);
  const kept: KeptHistory[] = [];
  for (const [number, inner] of found.slice(0, MAX_INNER).entries()) {
    kept.push(await keep(git, inner, { ...keeper, ref: `${keeper.refPrefix}/${number + 1}` }));
  }
  const tooMany = found.slice(MAX_INNER).map(({ name }) => ({ name, head: null, ref: null, isSaved: false }));
  return [...kept, ...tooMany];
}

// A clone that was put over tracked files looks like a plain folder to git, so every folder is looked at.
async function listAll(
  git: Git,
  { tree, inner }: Snapshot,
  keeper: Keeper,
): Promise<readonly InnerRepository[]> {
  const listed = await git.ask(['ls-tree', '-r', '-d', '-z', '--name-only', tree], { gitDir: keeper.gitDir });
  const known = new Set(inner.map(({ name }) => name));
  const names = listed.split('\0').filter((name) => name !== '' && !known.has(name));
  const hidden: InnerRepository[] = [];
  for (const name of ['.', ...names]) {
    if (await hasOwnRepository(keeper.workTree, name)) hidden.push({ name, isSubmodule: false, tree });
  }
  return [...inner, ...hidden];
}

async function hasOwnRepository(workTree: string, name: string): Promise<boolean> {
  try {
    const stats = await lstat(join(workTree, name, '.git'));
    // At the top, a file is the workspace's own link to our repository.
    return stats.isDirectory() || (name !== '.' && stats.isFile());
  } catch {
    return false;
  }
}

type Keeping = Keeper & Readonly<{ ref: string }>;

async function keep(git: Git, inner: InnerRepository, keeping: Keeping): Promise<KeptHistory> {
  const { name, isSubmodule, tree } = inner;
  const own = await observeOwn(git, keeping, name);
  const isChanged = isSubmodule && tree !== own.tree;
  if (!isChanged && !own.hasCommits) return { name, head: own.head, ref: null, isSaved: true };

  const isTaken = await copyHistory(git, own, keeping);
  const isWhole = isTaken && (!isChanged || (await commitFiles(git, keeping, { tree, head: own.head })));
  return { name, head: own.head, ref: keeping.ref, isSaved: isWhole };
}

/**
 * A repository inside, by what only it has. `isOurs`: a worktree of our own repository, which shares its
 * branches.
 */
type Own = Readonly<{
  gitDir: string;
  head: string | null;
  tree: string | null;
  stash: string | null;
  isOurs: boolean;
  hasCommits: boolean;
}>;

async function observeOwn(git: Git, keeping: Keeping, name: string): Promise<Own> {
  const gitDir = join(keeping.workTree, name, '.git');
  const find = (what: string): Promise<string | null> =>
    git.askOrNull(['rev-parse', '--verify', '--quiet', what], { gitDir });
  const head = await find('HEAD^{commit}');
  const isOurs = (await commonDirOf(git, gitDir)) === (await commonDirOf(git, keeping.gitDir));
  const stash = isOurs ? null : await find('refs/stash');
  const tips = [...(head === null ? [] : [head]), ...(stash === null ? [] : [stash])];
  const range = isOurs
    ? [...tips, '--not', '--branches', '--remotes']
    : [...tips, '--branches', '--not', '--remotes'];
  const first =
    isOurs && tips.length === 0
      ? null
      : await git.askOrNull(['rev-list', '--max-count=1', ...range], { gitDir });
  return { gitDir, head, tree: await find('HEAD^{tree}'), stash, isOurs, hasCommits: (first ?? '') !== '' };
}

async function commonDirOf(git: Git, gitDir: string): Promise<string | null> {
  const path = await git.askOrNull(['rev-parse', '--git-common-dir'], { gitDir });
  return path === null ? null : realpath(resolve('/', path));
}

/**
 * Copies its commits and names them below our ref. Not by a fetch: that would be a git at work in a
 * repository whose configuration an agent wrote.
 */
async function copyHistory(git: Git, own: Own, { gitDir, ref }: Keeping): Promise<boolean> {
  const names = await listNames(git, own);
  if (names === null) return false;
  const tips = [...new Set(names.map(({ commit }) => commit))];
  if (!own.isOurs && !(await copyCommits(git, { from: own.gitDir, to: gitDir, tips }))) return false;
  const input = names.map(({ name, commit }) => `update ${ref}/${name} ${commit}\n`).join('');
  return (await git.run(['update-ref', '--stdin'], { gitDir, input })).code === 0;
}

type NamedCommit = Readonly<{ name: string; commit: string }>;

async function listNames(
  git: Git,
  { gitDir, head, stash, isOurs }: Own,
): Promise<readonly NamedCommit[] | null> {
  const own = [
    ...(head === null ? [] : [{ name: 'HEAD', commit: head }]),
    ...(stash === null ? [] : [{ name: 'stash', commit: stash }]),
  ];
  if (isOurs) return own;
  const format = '--format=%(objectname) %(refname)';
  const listed = await git.askOrNull(['for-each-ref', format, 'refs/heads'], { gitDir });
  if (listed === null) return null;
  const branches = listed.split('\n').flatMap((line) => {
    const [, commit, name] = /^([0-9a-f]{40,64}) refs\/(heads\/.+)$/.exec(line) ?? [];
    return commit === undefined || name === undefined ? [] : [{ name, commit }];
  });
  return [...branches, ...own];
}

type Files = Readonly<{ tree: string; head: string | null }>;

async function commitFiles(git: Git, { gitDir, ref, env }: Keeping, { tree, head }: Files): Promise<boolean> {
  const parents = head === null ? [] : ['-p', head];
  const message = 'Files of a submodule that were not committed';
  const commit = await git.askOrNull(['commit-tree', tree, ...parents, '-m', message], { gitDir, env });
  return commit !== null && (await git.run(['update-ref', `${ref}/files`, commit], { gitDir })).code === 0;
}
