import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Git, GitCall } from './git.ts';
import { seedIndex, unhideFiles } from './index-seed.ts';
import { exists } from './worktree-entry.ts';

/** Where work lies, and which repository is to keep it. */
export type Checkout = Readonly<{
  gitDir: string;
  /**
   * Git's own folder of this worktree, with its index; null when it was lost, so that only the files are
   * left.
   */
  adminDir: string | null;
  /** Null when the folder is gone and only the index is left. */
  workTree: string | null;
  /** The commit that the work is based on; null before the first one. */
  head: string | null;
}>;

/**
 * A repository inside the folder. Files of a submodule are kept apart; those of any other are part of the
 * whole.
 */
export type InnerRepository = Readonly<{ name: string; isSubmodule: boolean; tree: string }>;

export type Snapshot = Readonly<{
  /** Everything that is not ignored, as it lies in the folder. */
  tree: string;
  /** What was staged; null when a merge is unfinished. */
  stagedTree: string | null;
  inner: readonly InnerRepository[];
  /** Names of what could not be saved. */
  unsaved: readonly string[];
}>;

const MAX_DEPTH = 8;
const EVEN_SPARSE = ['core.sparseCheckout=false'];

/** Writes all work into the repository, and changes neither the folder nor its index. */
export const takeSnapshot = (git: Git, checkout: Checkout, scratchIn: string): Promise<Snapshot> =>
  withScratch(scratchIn, (scratch) => fillIndex(git, checkout, join(scratch, 'index')));

/** A folder that is gone when the work is done. */
export async function withScratch<T>(scratchIn: string, work: (scratch: string) => Promise<T>): Promise<T> {
  await withFileFaults(scratchIn, async () => makeFolder(scratchIn));
  const scratch = await mkdtemp(join(scratchIn, '.index-'));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The same, and leaves an index of its own that knows the files as they lie there. */
export async function fillIndex(git: Git, checkout: Checkout, indexFile: string): Promise<Snapshot> {
  const { gitDir, workTree } = checkout;
  const hasIndex = await seedIndex(git, checkout, indexFile);
  const stagedTree = await git.askOrNull(['write-tree'], { gitDir, indexFile });
  if (workTree === null) {
    return { tree: stagedTree ?? (await treeOf(git, checkout)), stagedTree, inner: [], unsaved: [] };
  }
  // Without an index nothing was ever checked out here: what is missing was not deleted.
  const staging = { gitDir, workTree, indexFile, depth: 0, addsRemovals: hasIndex };
  return { ...(await addAll(git, staging)), stagedTree };
}

/** The tree of the commit at HEAD, or the empty one. */
export const treeOf = (git: Git, { gitDir, head }: Pick<Checkout, 'gitDir' | 'head'>): Promise<string> =>
  head === null
    ? git.ask(['hash-object', '-t', 'tree', '-w', '--stdin'], { gitDir })
    : git.ask(['rev-parse', `${head}^{tree}`], { gitDir });

type Staging = Readonly<{
  gitDir: string;
  workTree: string;
  indexFile: string;
  depth: number;
  addsRemovals: boolean;
}>;

type Saved = Omit<Snapshot, 'stagedTree'>;

async function addAll(git: Git, staging: Staging): Promise<Saved> {
  const { gitDir, workTree, indexFile } = staging;
  const call: GitCall = { gitDir, workTree, indexFile, settings: EVEN_SPARSE };
  await unhideFiles(git, workTree, call);
  const nested = (await listOthers(git, call)).names.filter((name) => name.endsWith('/')).map(withoutSlash);
  const submodules = await listSubmodules(git, workTree, call);
  const aside = [...nested, ...submodules];
  const added = await add(git, call, { aside, addsRemovals: staging.addsRemovals });
  const unsaved = [...(await listUnsaved(git, workTree, added))].filter((name) => !aside.includes(name));
  const inner: InnerRepository[] = [];
  for (const [number, name] of aside.entries()) {
    const isSubmodule = number >= nested.length;
    const saved = await addInner(git, staging, { name, number, isSubmodule });
    inner.push({ name, isSubmodule, tree: saved.tree });
    inner.push(...saved.inner.map((one) => ({ ...one, name: `${name}/${one.name}` })));
    unsaved.push(...saved.unsaved.map((one) => `${name}/${one}`));
  }
  return { tree: await git.ask(['write-tree'], added), inner, unsaved };
}

type Inner = Readonly<{ name: string; number: number; isSubmodule: boolean }>;

async function addInner(git: Git, staging: Staging, { name, number, isSubmodule }: Inner): Promise<Saved> {
  const { gitDir, indexFile } = staging;
  if (staging.depth >= MAX_DEPTH)
    return { tree: await treeOf(git, { gitDir, head: null }), inner: [], unsaved: ['.'] };
  const workTree = join(staging.workTree, name);
  const saved = await addAll(git, {
    gitDir,
    workTree,
    indexFile: `${indexFile}-${number}`,
    depth: staging.depth + 1,
    addsRemovals: true,
  });
  const isIn = isSubmodule
    ? await pointSubmodule(git, staging, name)
    : (await git.run(['read-tree', `--prefix=${name}/`, saved.tree], { gitDir, indexFile })).code === 0;
  return isIn ? saved : { ...saved, unsaved: [...saved.unsaved, '.'] };
}

async function pointSubmodule(
  git: Git,
  { gitDir, indexFile, workTree }: Staging,
  name: string,
): Promise<boolean> {
  const head = await git.askOrNull(['rev-parse', '--verify', '--quiet', 'HEAD'], {
    gitDir: join(workTree, name, '.git'),
  });
  if (head === null) return true;
  const entry = `160000,${head},${name}`;
  return (await git.run(['update-index', '--cacheinfo', entry], { gitDir, workTree, indexFile })).code === 0;
}

type Addition = Readonly<{ aside: readonly string[]; addsRemovals: boolean }>;

/** Gives back how to look at the result: with filters or without. */
async function add(git: Git, call: GitCall, { aside, addsRemovals }: Addition): Promise<GitCall> {
  const words = ['add', addsRemovals ? '--all' : '--ignore-removal', '--ignore-errors', '--', '.'];
  const args = [...words, ...aside.map((name) => `:(exclude,literal)${name}`)];
  if ((await git.run(args, call)).code === 0) return call;
  // A filter that fails must not cost the work: then the bytes are kept as they are.
  const unfiltered = { ...call, settings: [...EVEN_SPARSE, ...(await filtersOff(git, call))] };
  await git.run(args, unfiltered);
  return unfiltered;
}

async function filtersOff(git: Git, call: GitCall): Promise<string[]> {
  const listed = await git.askOrNull(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'], call);
  const drivers = new Set(splitNames(listed ?? '').map((key) => key.replace(/\.[^.]*$/, '')));
  return [...drivers].flatMap((driver) => [
    `${driver}.clean=`,
    `${driver}.process=`,
    `${driver}.required=false`,
  ]);
}

const splitNames = (text: string): string[] => text.split('\0').filter(Boolean);
const withoutSlash = (name: string): string => name.replace(/\/$/, '');

/** What is in the folder, not ignored and not in the index; and what git could not look at, in its words. */
async function listOthers(git: Git, call: GitCall): Promise<{ names: string[]; complaints: string[] }> {
  const { stdout, stderr } = await git.run(['ls-files', '--others', '--exclude-standard', '-z'], call);
  return { names: splitNames(stdout), complaints: stderr.split('\n').filter(Boolean) };
}

async function listSubmodules(git: Git, workTree: string, call: GitCall): Promise<readonly string[]> {
  const entries = splitNames(await git.ask(['ls-files', '--stage', '-z'], call));
  const links = entries.filter((entry) => entry.startsWith('160000 '));
  const present: string[] = [];
  for (const name of links.map((entry) => entry.slice(entry.indexOf('\t') + 1))) {
    if (await exists(join(workTree, name, '.git'))) present.push(name);
  }
  return present;
}

async function listUnsaved(git: Git, workTree: string, call: GitCall): Promise<readonly string[]> {
  const changed = splitNames(await git.ask(['ls-files', '--modified', '-z'], call));
  const { names, complaints } = await listOthers(git, call);
  const left = new Set([...names, ...changed].map(withoutSlash));
  const there: string[] = [];
  for (const name of left) if (await isThere(join(workTree, name))) there.push(name);
  return [...there, ...complaints];
}

// What cannot even be looked at is there.
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR';
  }
}

/** What lies at a path, without following a link. */
export const observeKind = (path: string): Promise<'none' | 'folder' | 'other'> =>
  unlessMissing(path, 'none', async () => ((await lstat(path)).isDirectory() ? 'folder' : 'other'));
