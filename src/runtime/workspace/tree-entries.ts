import type { Git } from './git.ts';

/** A file of a tree; its mode is 0 where it is not there. */
export type TreeEntry = Readonly<{ mode: string; object: string }>;
export type ChangedEntry = Readonly<{ path: string; from: TreeEntry; to: TreeEntry }>;

/** Files that two trees have differently. */
export async function listChanged(
  git: Git,
  gitDir: string,
  [from, to]: readonly [string, string],
): Promise<readonly ChangedEntry[]> {
  const words = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
  const parts = (await git.ask(words, { gitDir })).split('\0');
  const changed: ChangedEntry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [fromMode = '', toMode = '', fromObject = '', toObject = ''] = (parts[at] ?? '')
      .slice(1)
      .split(' ');
    const path = parts[at + 1] ?? '';
    const entries = { from: entryOf(fromMode, fromObject), to: entryOf(toMode, toObject) };
    changed.push({ path, ...entries });
  }
  return changed;
}

const entryOf = (mode: string, object: string): TreeEntry => ({ mode: mode.replace(/^0+$/, '0'), object });

export const isSameEntry = (a: TreeEntry, b: TreeEntry): boolean =>
  a.mode === b.mode && (a.mode === '0' || a.object === b.object);

/** A line of `update-index --index-info`. */
export const indexLine = (path: string, { mode, object }: TreeEntry): string =>
  `${mode} ${object}\t${path}\0`;
