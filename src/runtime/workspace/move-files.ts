import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { listCovered } from './covered-files.ts';
import type { Git, GitCall } from './git.ts';
import { runGuarded } from './guarded-git.ts';
import { fillIndex } from './snapshot.ts';
import { type ChangedEntry, indexLine, isSameEntry, listChanged, type TreeEntry } from './tree-entries.ts';
import type { WorkCheckout } from './work-checkout.ts';

type Moving = Readonly<{ git: Git; checkout: WorkCheckout; scratch: string; guard: string }>;

/** The folder is not sparse for us: what is moved lies in it. */
const EVEN_SPARSE = ['core.sparseCheckout=false'];

/** See `SharedFolders.ensureMoved`. Git itself stops where a file is not as it was seen. */
export async function moveFiles(
  moving: Moving,
  [from, to]: readonly [string, string],
): Promise<readonly string[]> {
  const { git, checkout, scratch } = moving;
  const { gitDir, workTree } = checkout;
  const changes = await listChanged(git, gitDir, [from, to]);
  if (changes.length === 0) return [];
  const indexFile = join(scratch, 'index');
  const { tree } = await fillIndex(git, checkout, indexFile);
  const since = new Map(
    (await listChanged(git, gitDir, [from, tree])).map(({ path, to: seen }) => [path, seen]),
  );
  const seenOf = ({ path, from: before }: ChangedEntry): TreeEntry => since.get(path) ?? before;
  const covered = await listCovered(git, { gitDir, workTree, indexFile }, changes);
  const others = changes.filter(
    (change) =>
      !isSameEntry(seenOf(change), change.to) && (since.has(change.path) || covered.has(change.path)),
  );
  const ours = changes.filter((change) => !others.includes(change));
  const wanted = await treeWith(moving, tree, ours);
  if (wanted !== tree) {
    const call: GitCall = { gitDir, workTree, indexFile, settings: EVEN_SPARSE };
    const args = ['read-tree', '-m', '-u', tree, wanted];
    const { code, stderr } = await runGuarded(git, moving.guard, { args, call });
    if (code !== 0) throw new Fault('git-failed', `files cannot be moved: ${stderr.trim()}`, { retry: true });
  }
  await unstage(moving, ours);
  return others.map(({ path }) => path);
}

async function treeWith(
  { git, checkout: { gitDir }, scratch }: Moving,
  tree: string,
  changes: readonly ChangedEntry[],
): Promise<string> {
  const call: GitCall = { gitDir, indexFile: join(scratch, 'wanted-index') };
  await git.ask(['read-tree', tree], call);
  // Whatever goes makes room first: a file may take the place of a folder.
  const gone = changes.filter(({ to }) => to.mode === '0');
  const there = changes.filter(({ to }) => to.mode !== '0');
  await addToIndex(
    git,
    call,
    [...gone, ...there].map(({ path, to }) => indexLine(path, to)),
  );
  return git.ask(['write-tree'], call);
}

/** The index of the checkout has these files as the commit has them: what was staged is in the rescue. */
async function unstage({ git, checkout }: Moving, changes: readonly ChangedEntry[]): Promise<void> {
  const { gitDir, workTree, head } = checkout;
  const names = new Set(changes.map(({ path }) => path));
  const listed = head === null ? '' : await git.ask(['ls-tree', '-r', '-z', '--full-tree', head], { gitDir });
  const committed = listed.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t');
    const path = line.slice(tab + 1);
    if (tab < 0 || !names.has(path)) return [];
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    return [[path, { mode, object }] as const];
  });
  const known = new Map(committed);
  const gone = changes.filter(({ path }) => !known.has(path));
  const zero = '0'.repeat(gone[0]?.to.object.length ?? 40);
  await addToIndex(git, { gitDir, workTree }, [
    ...gone.map(({ path }) => indexLine(path, { mode: '0', object: zero })),
    ...committed.map(([path, entry]) => indexLine(path, entry)),
  ]);
  await git.run(['update-index', '-q', '--refresh'], { gitDir, workTree });
}

async function addToIndex(git: Git, call: GitCall, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await git.ask(['update-index', '--replace', '-z', '--index-info'], { ...call, input: lines.join('') });
}
