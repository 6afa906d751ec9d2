import { join } from 'node:path';
import type { FolderStand } from '../../domain/loop/shelf.ts';
import type { Git } from './git.ts';
import { mergeTreesIn } from './merge-trees.ts';
import { rescueWork } from './rescue-work.ts';
import type { Shelved } from './shared-folders.ts';
import { type Snapshot, takeSnapshot, treeOf, withScratch } from './snapshot.ts';
import { listChanged } from './tree-entries.ts';
import type { WorkCheckout } from './work-checkout.ts';
import type { WorkFolder } from './work-folders.ts';
import { exists } from './worktree-entry.ts';

export type Shelving = Readonly<{
  git: Git;
  folder: WorkFolder;
  checkout: WorkCheckout;
  base: FolderStand;
  scratchIn: string;
  now: number;
}>;

const MOST_NAMED = 5;
const held = (why: string): Shelved => ({ is: 'held', why });
const nameSome = (names: readonly string[]): string =>
  [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ');

/** See `SharedFolders.shelve`. */
export async function shelveWork(shelving: Shelving): Promise<Shelved> {
  const { git, checkout, folder, scratchIn, now } = shelving;
  const unfinished = await findUnfinished(checkout);
  if (unfinished !== null) return held(`a ${unfinished} is not finished there`);
  const snapshot = await takeSnapshot(git, checkout, scratchIn);
  const without = await withoutItem(shelving);
  if (without.conflicts.length > 0)
    return held(`what was changed before it began is in the way: ${nameSome(without.conflicts)}`);
  const bare = without.tree;
  const changed = (await listChanged(git, checkout.gitDir, [snapshot.tree, bare])).map(({ path }) => path);
  const obstacle = await findObstacle(shelving, snapshot, changed);
  if (obstacle !== null) return held(obstacle);
  if (changed.length === 0) return { is: 'shelved', ref: null, full: bare, bare };
  const workspace = { sessionId: folder.participantId, path: folder.path, branch: '' };
  const { rescue } = await rescueWork({ git, workspace, checkout, scratchIn, now, taken: [] });
  if (rescue === null) return { is: 'shelved', ref: null, full: snapshot.tree, bare };
  // What was saved is what is taken out; the folder may have changed since the look.
  const full = await git.ask(['rev-parse', `${rescue.commit}^{tree}`], { gitDir: checkout.gitDir });
  return { is: 'shelved', ref: rescue.ref, full, bare };
}

const UNFINISHED: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
];

async function findUnfinished({ adminDir }: WorkCheckout): Promise<string | null> {
  for (const [file, name] of UNFINISHED) if (await exists(join(adminDir, file))) return name;
  return null;
}

/** The folder as it was when the item began, on top of what the item has committed. */
async function withoutItem({ git, checkout, base, scratchIn }: Shelving) {
  const { gitDir } = checkout;
  const before = await treeOf(git, { gitDir, head: base.head });
  const now = await treeOf(git, checkout);
  if (base.tree === before) return { tree: now, conflicts: [] };
  if (before === now) return { tree: base.tree, conflicts: [] };
  const trees = { base: before, ours: now, theirs: base.tree };
  return withScratch(scratchIn, (scratch) => mergeTreesIn({ git, gitDir, scratch }, trees));
}

/** What cannot be put away and brought back byte by byte is left where it is. */
async function findObstacle(
  { git, checkout }: Shelving,
  { unsaved, inner, stagedTree }: Snapshot,
  changed: readonly string[],
): Promise<string | null> {
  if (unsaved.length > 0) return `git cannot save ${nameSome(unsaved)}`;
  if (stagedTree === null) return 'a merge is not finished there';
  const nested = inner.filter(({ name }) =>
    changed.some((path) => path === name || path.startsWith(`${name}/`)),
  );
  if (nested.length > 0)
    return `it changed a repository inside of it: ${nameSome(nested.map(({ name }) => name))}`;
  const odd = changed.filter((path) => path.includes('\ufffd'));
  if (odd.length > 0) return `a name is not UTF-8: ${nameSome(odd)}`;
  const filtered = await listFiltered(git, checkout, changed);
  return filtered.length > 0 ? `git filters what it changed: ${nameSome(filtered)}` : null;
}

async function listFiltered(
  git: Git,
  { gitDir, workTree }: WorkCheckout,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}\0`).join('');
  const words = ['check-attr', '-z', '--stdin', 'filter'];
  const told = (await git.ask(words, { gitDir, workTree, input })).split('\0');
  const filtered: string[] = [];
  for (let at = 0; at + 2 < told.length; at += 3)
    if (!['unspecified', 'unset'].includes(told[at + 2] ?? '')) filtered.push(told[at] ?? '');
  return filtered;
}
