import { dirname, join } from 'node:path';
import type { Git, GitCall } from './git.ts';
import { observeKind } from './snapshot.ts';
import type { ChangedEntry } from './tree-entries.ts';

type Look = GitCall & Readonly<{ workTree: string }>;

/** New files whose place is taken by something that git ignores: git itself would overwrite that. */
export async function listCovered(
  git: Git,
  look: Look,
  changes: readonly ChangedEntry[],
): Promise<ReadonlySet<string>> {
  const leaving = new Set(changes.filter(({ to }) => to.mode === '0').map(({ path }) => path));
  const covered = new Set<string>();
  for (const { path, from, to } of changes) {
    if (from.mode !== '0' || to.mode === '0') continue;
    if (await isTaken(git, look, { path, leaving })) covered.add(path);
  }
  return covered;
}

type PathCheck = Readonly<{ path: string; leaving: ReadonlySet<string> }>;

async function isTaken(git: Git, look: Look, { path, leaving }: PathCheck): Promise<boolean> {
  const there = await observeKind(join(look.workTree, path));
  if (there === 'folder') return hasUntracked(git, look, path);
  if (there === 'other') return true;
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    if (leaving.has(above)) return false;
    if ((await observeKind(join(look.workTree, above))) === 'other') return true;
  }
  return false;
}

async function hasUntracked(git: Git, look: Look, path: string): Promise<boolean> {
  const words = ['ls-files', '--others', '-z', '--', `:(literal)${path}`];
  return (await git.ask(words, look)) !== '';
}
