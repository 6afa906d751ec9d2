import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readPlainPart } from '../agent-files/read-plain.ts';
import { withFileFaults } from '../files/file-fault.ts';
import type { Git, GitCall } from './git.ts';
import { type IndexEntries, listIndexEntries } from './index-entries.ts';
import { exists } from './worktree-entry.ts';

/** An index of two million files is smaller. */
const MOST_INDEX_BYTES = 256 * 1024 * 1024;

/** A repository and an index of its own. */
export type IndexCall = GitCall & Readonly<{ gitDir: string; indexFile: string }>;

/** The head is only asked for where there is no index. */
type Source = Readonly<{ adminDir: string | null; findHead: () => Promise<string | null> }>;

export type SeededIndex = Readonly<{
  /** False when there was none that git could read, so that HEAD had to do. */
  hasIndex: boolean;
  entries: IndexEntries;
}>;

/** Makes a private index that knows what the real one knows: that of the call. */
export async function seedIndex(git: Git, from: Source, call: IndexCall): Promise<SeededIndex> {
  const { adminDir, findHead } = from;
  const { indexFile } = call;
  const index = adminDir === null ? null : readIndex(join(adminDir, 'index'));
  if (index !== null) {
    await withFileFaults(indexFile, () => writeFile(indexFile, index, { mode: 0o600 }));
    // An index as old as this makes git compare contents: file times alone miss a change within their second.
    await utimes(indexFile, 1, 1);
    const entries = await listIndexEntries(git, call);
    if (entries !== null) return { hasIndex: true, entries };
    await rm(indexFile, { force: true });
  }
  const { gitDir } = call;
  const head = await findHead();
  if (head !== null) await git.ask(['read-tree', head], { gitDir, indexFile });
  return { hasIndex: false, entries: await ensureIndexEntries(git, call) };
}

/** A fault where git cannot read the index. */
export async function ensureIndexEntries(git: Git, call: IndexCall): Promise<IndexEntries> {
  const entries = await listIndexEntries(git, call);
  if (entries === null) throw new Fault('git-failed', 'git cannot read an index of its own', { retry: true });
  return entries;
}

/** Null when there is none that git could have written: an agent can put a pipe there, or a link. */
function readIndex(path: string): Buffer | null {
  const index = readPlainPart(path, { from: 0, bytes: MOST_INDEX_BYTES + 1 });
  return index !== null && index.length <= MOST_INDEX_BYTES ? index : null;
}

/** Two flags of an index make git ignore changes of a file. */
export async function unhideFiles(
  git: Git,
  call: IndexCall & Readonly<{ workTree: string }>,
  { assumed, skipped }: Pick<IndexEntries, 'assumed' | 'skipped'>,
): Promise<void> {
  const present: string[] = [];
  for (const name of skipped) if (await exists(join(call.workTree, name))) present.push(name);
  await unflag(git, call, { flag: '--no-assume-unchanged', names: assumed });
  await unflag(git, call, { flag: '--no-skip-worktree', names: present });
}

type Flagged = Readonly<{ flag: string; names: readonly string[] }>;

async function unflag(git: Git, call: GitCall, { flag, names }: Flagged): Promise<void> {
  if (names.length === 0) return;
  const input = names.map((name) => `${name}\0`).join('');
  await git.ask(['update-index', flag, '-z', '--stdin'], { ...call, input });
}
