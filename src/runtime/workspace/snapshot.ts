import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Git, GitCall } from './git.ts';
import type { IndexEntries } from './index-entries.ts';
import { ensureIndexEntries, seedIndex, unhideFiles } from './index-seed.ts';
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

/**
 * For a look: what was staged does not count, and where git adds all without a word, nothing is looked for
 * that it left out.
 */
export const observeFiles = (
  git: Git,
  checkout: Omit<Checkout, 'head'> & Readonly<{ workTree: string; findHead: () => Promise<string | null> }>,
  scratchIn: string,
): Promise<Pick<Snapshot, 'tree' | 'unsaved'>> =>
  withScratch(scratchIn, async (scratch) => {
    const { gitDir, workTree } = checkout;
    const call = { ...evenSparse(gitDir, workTree), indexFile: join(scratch, 'index') };
    const { hasIndex, entries } = await seedIndex(git, checkout, call);
    return addAll(git, { ...call, depth: 0, addsRemovals: hasIndex, believesAdd: true }, entries);
  });

/** As a snapshot, and leaves an index of its own that knows the files as they lie there. */
export async function fillIndex(git: Git, checkout: Checkout, indexFile: string): Promise<Snapshot> {
  const { gitDir, workTree } = checkout;
  const call = { ...(workTree === null ? { gitDir } : evenSparse(gitDir, workTree)), indexFile };
  const { adminDir, head } = checkout;
  const { hasIndex, entries } = await seedIndex(git, { adminDir, findHead: async () => head }, call);
  const stagedTree = await git.askOrNull(['write-tree'], { gitDir, indexFile });
  if (workTree === null) {
    return { tree: stagedTree ?? (await treeOf(git, checkout)), stagedTree, inner: [], unsaved: [] };
  }
  // Without an index nothing was ever checked out here: what is missing was not deleted.
  const staging = { gitDir, workTree, indexFile, depth: 0, addsRemovals: hasIndex, believesAdd: false };
  return { ...(await addAll(git, staging, entries)), stagedTree };
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
  /** Whether git's word is enough that it left nothing out. */
  believesAdd: boolean;
}>;

type Saved = Omit<Snapshot, 'stagedTree'>;

const evenSparse = (
  gitDir: string,
  workTree: string,
): Readonly<{ gitDir: string; workTree: string; settings: readonly string[] }> => ({
  gitDir,
  workTree,
  settings: EVEN_SPARSE,
});

async function addAll(
  git: Git,
  staging: Staging,
  { nested, submodules, ...hidden }: IndexEntries,
): Promise<Saved> {
  const { gitDir, workTree, indexFile } = staging;
  const call = { ...evenSparse(gitDir, workTree), indexFile };
  await unhideFiles(git, call, hidden);
  const present: string[] = [];
  for (const name of submodules) if (await exists(join(workTree, name, '.git'))) present.push(name);
  const aside = [...nested, ...present];
  const added = await add(git, call, { aside, addsRemovals: staging.addsRemovals });
  const isWhole = added.isSilent && staging.believesAdd;
  const left = isWhole ? [] : await listUnsaved(git, workTree, added.call);
  const unsaved = left.filter((name) => !aside.includes(name));
  const inner: InnerRepository[] = [];
  for (const [number, name] of aside.entries()) {
    const isSubmodule = number >= nested.length;
    const saved = await addInner(git, staging, { name, number, isSubmodule });
    inner.push({ name, isSubmodule, tree: saved.tree });
    inner.push(...saved.inner.map((one) => ({ ...one, name: `${name}/${one.name}` })));
    unsaved.push(...saved.unsaved.map((one) => `${name}/${one}`));
  }
  return { tree: await git.ask(['write-tree'], added.call), inner, unsaved };
}

type Inner = Readonly<{ name: string; number: number; isSubmodule: boolean }>;

async function addInner(git: Git, staging: Staging, { name, number, isSubmodule }: Inner): Promise<Saved> {
  const { gitDir, indexFile } = staging;
  if (staging.depth >= MAX_DEPTH)
    return { tree: await treeOf(git, { gitDir, head: null }), inner: [], unsaved: ['.'] };
  const workTree = join(staging.workTree, name);
  const of = { ...staging, workTree, indexFile: `${indexFile}-${number}`, depth: staging.depth + 1 };
  const entries = await ensureIndexEntries(git, { ...evenSparse(gitDir, workTree), indexFile: of.indexFile });
  const saved = await addAll(git, { ...of, addsRemovals: true }, entries);
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

type Added = Readonly<{
  /** How to look at the result: with filters or without. */
  call: GitCall;
  /** Git took all in, and had nothing to say. */
  isSilent: boolean;
}>;

async function add(git: Git, call: GitCall, { aside, addsRemovals }: Addition): Promise<Added> {
  const words = ['add', addsRemovals ? '--all' : '--ignore-removal', '--ignore-errors', '--', '.'];
  const args = [...words, ...aside.map((name) => `:(exclude,literal)${name}`)];
  const { code, stderr } = await git.run(args, call);
  if (code === 0) return { call, isSilent: stderr === '' };
  // A filter that fails must not cost the work: then the bytes are kept as they are.
  const unfiltered = { ...call, settings: [...EVEN_SPARSE, ...(await filtersOff(git, call))] };
  await git.run(args, unfiltered);
  return { call: unfiltered, isSilent: false };
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

/** Names of what is in the folder as no index has it; and what git could not look at, in its words. */
async function listUnsaved(git: Git, workTree: string, call: GitCall): Promise<readonly string[]> {
  const args = ['ls-files', '--modified', '--others', '--exclude-standard', '-z'];
  const { stdout, stderr } = await git.run(args, call);
  const there: string[] = [];
  for (const name of new Set(splitNames(stdout).map(withoutSlash)))
    if (await isThere(join(workTree, name))) there.push(name);
  return [...there, ...stderr.split('\n').filter(Boolean)];
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
