import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlainPart } from '../agent-files/read-plain.ts';
import { withFileFaults } from '../files/file-fault.ts';
import type { Git, GitCall } from './git.ts';
import { exists } from './worktree-entry.ts';

/** An index of two million files is smaller. */
const MOST_INDEX_BYTES = 256 * 1024 * 1024;

type Source = Readonly<{ gitDir: string; adminDir: string | null; head: string | null }>;

/**
 * Makes a private index that knows what the real one knows. False when there is none, so that HEAD must do.
 */
export async function seedIndex(git: Git, from: Source, indexFile: string): Promise<boolean> {
  const { gitDir, adminDir, head } = from;
  const index = adminDir === null ? null : readIndex(join(adminDir, 'index'));
  if (index !== null) {
    await withFileFaults(indexFile, () => writeFile(indexFile, index, { mode: 0o600 }));
    // An index as old as this makes git compare contents: file times alone miss a change within their second.
    await utimes(indexFile, 1, 1);
    const isReadable = (await git.run(['ls-files', '--unmerged'], { gitDir, indexFile })).code === 0;
    if (isReadable) return true;
    await rm(indexFile, { force: true });
  }
  if (head !== null) await git.ask(['read-tree', head], { gitDir, indexFile });
  return false;
}

/** Null when there is none that git could have written: an agent can put a pipe there, or a link. */
function readIndex(path: string): Buffer | null {
  const index = readPlainPart(path, { from: 0, bytes: MOST_INDEX_BYTES + 1 });
  return index !== null && index.length <= MOST_INDEX_BYTES ? index : null;
}

/** Two index flags make git ignore changes of a file: "assume unchanged" and "skip worktree". */
export async function unhideFiles(git: Git, workTree: string, call: GitCall): Promise<void> {
  const lines = (await git.ask(['ls-files', '-v', '-z'], call)).split('\0').filter(Boolean);
  const namesOf = (flag: RegExp): string[] =>
    lines.filter((line) => flag.test(line)).map((line) => line.slice(2));
  const present: string[] = [];
  for (const name of namesOf(/^s/i)) if (await exists(join(workTree, name))) present.push(name);
  await unflag(git, call, { flag: '--no-assume-unchanged', names: namesOf(/^[a-z]/) });
  await unflag(git, call, { flag: '--no-skip-worktree', names: present });
}

type Flagged = Readonly<{ flag: string; names: readonly string[] }>;

async function unflag(git: Git, call: GitCall, { flag, names }: Flagged): Promise<void> {
  if (names.length === 0) return;
  const input = names.map((name) => `${name}\0`).join('');
  await git.ask(['update-index', flag, '-z', '--stdin'], { ...call, input });
}
