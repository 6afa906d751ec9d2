import { join } from 'node:path';
import type { Git, GitCall } from './git.ts';
import type { MergedTree, TreesToMerge } from './shared-folders.ts';
import { indexLine, listChanged, type TreeEntry } from './tree-entries.ts';

type Merging = Readonly<{ git: Git; gitDir: string; scratch: string }>;

const GONE: TreeEntry = { mode: '0', object: '0'.repeat(40) };

/** Merges in memory with every git that Swarm takes, also where there is no commit. */
export async function mergeTreesIn(
  { git, gitDir, scratch }: Merging,
  trees: TreesToMerge,
): Promise<MergedTree> {
  const { base, ours, theirs } = trees;
  if (base === ours) return { tree: theirs, conflicts: [] };
  if (base === theirs) return { tree: ours, conflicts: [] };
  const call: GitCall = { gitDir, workTree: scratch, indexFile: join(scratch, 'merge-index') };
  await git.ask(['read-tree', '-i', '-m', '--aggressive', base, ours, theirs], call);
  const conflicts: string[] = [];
  const settled: string[] = [];
  for (const unmerged of await listUnmerged(git, call)) {
    const merged = await mergeFile(git, call, unmerged);
    if (merged === null) conflicts.push(unmerged.path);
    settled.push(indexLine(unmerged.path, GONE));
    const kept = merged ?? unmerged.ours;
    if (kept !== null) settled.push(indexLine(unmerged.path, kept));
  }
  if (settled.length > 0) {
    const input = settled.join('');
    await git.ask(['update-index', '--replace', '-z', '--index-info'], { ...call, input });
  }
  const tree = await git.askOrNull(['write-tree'], call);
  if (tree !== null) return { tree, conflicts };
  // A file of one side is a folder of the other.
  const changed = await listChanged(git, gitDir, [base, theirs]);
  return { tree: ours, conflicts: changed.map(({ path }) => path) };
}

type Unmerged = Readonly<{
  path: string;
  base: TreeEntry | null;
  ours: TreeEntry | null;
  theirs: TreeEntry | null;
}>;

async function listUnmerged(git: Git, call: GitCall): Promise<readonly Unmerged[]> {
  const lines = (await git.ask(['ls-files', '--unmerged', '-z'], call)).split('\0').filter(Boolean);
  const found = new Map<string, Unmerged>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    const [mode = '', object = '', stage = ''] = line.slice(0, tab).split(' ');
    const path = line.slice(tab + 1);
    const known = found.get(path) ?? { path, base: null, ours: null, theirs: null };
    found.set(path, { ...known, [STAGES[stage] ?? 'ours']: { mode, object } });
  }
  return [...found.values()];
}

const STAGES: Readonly<Record<string, 'base' | 'ours' | 'theirs'>> = { 1: 'base', 2: 'ours', 3: 'theirs' };

const isPlainFile = (entry: TreeEntry | null): entry is TreeEntry => entry?.mode.startsWith('100') ?? false;

/** Null when the two do not go together. */
async function mergeFile(
  git: Git,
  call: GitCall,
  { base, ours, theirs }: Unmerged,
): Promise<TreeEntry | null> {
  if (!isPlainFile(base) || !isPlainFile(ours) || !isPlainFile(theirs)) return null;
  const files: string[] = [];
  for (const { object } of [ours, base, theirs]) files.push(await git.ask(['unpack-file', object], call));
  if ((await git.run(['merge-file', '--quiet', ...files], call)).code !== 0) return null;
  const object = await git.ask(['hash-object', '-w', '--no-filters', '--', files[0] ?? ''], call);
  return { mode: ours.mode === base.mode ? theirs.mode : ours.mode, object };
}
