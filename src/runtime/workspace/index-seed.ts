import { copyFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import type { Git, GitCall } from './git.ts';
import { exists } from './worktree-entry.ts';

type Source = Readonly<{ gitDir: string; adminDir: string | null; head: string | null }>;

/**
 * Makes a private index that knows what the real one knows. False when there is none, so that HEAD must do.
 */
export async function seedIndex(git: Git, from: Source, indexFile: string): Promise<boolean> {
  const { gitDir, adminDir, head } = from;
  const source = adminDir === null ? null : join(adminDir, 'index');
  if (source !== null && (await exists(source))) {
    await withFileFaults(source, () => copyFile(source, indexFile));
    // An index as old as this makes git compare contents: file times alone miss a change within their second.
    await utimes(indexFile, 1, 1);
    const isReadable = (await git.run(['ls-files', '--unmerged'], { gitDir, indexFile })).code === 0;
    if (isReadable) return true;
    await rm(indexFile, { force: true });
  }
  if (head !== null) await git.ask(['read-tree', head], { gitDir, indexFile });
  return false;
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
