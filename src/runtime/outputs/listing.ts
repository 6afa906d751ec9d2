import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import type { Listing, SourceFile } from '../../domain/run/result/artifact-source.ts';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import type { Git, GitCall } from '../workspace/git.ts';

/** What a look at a path gives: its files, and what about it cannot be copied. */
export type FileListing = Readonly<{ files: Listing; notes: readonly string[] }>;

export const EMPTY_LISTING: FileListing = { files: [], notes: [] };

const WALK_MOST = 10_000;
const NOTES_MOST = 5;
const LITERAL = { GIT_LITERAL_PATHSPECS: '1' };
const REGULAR = /^100/;

/** The files at a path of a commit. Git follows no link on the way to them. */
export async function lookIntoCommit(
  { git, gitDir }: Readonly<{ git: Git; gitDir: string }>,
  revision: string,
  path: string,
): Promise<FileListing> {
  const where = path === '.' ? [] : ['--', path];
  const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', `${revision}^{tree}`, ...where];
  const text = await git.askOrNull(args, { gitDir, env: LITERAL });
  const entries = (text ?? '').split('\0').filter(Boolean).map(parseEntry);
  const others = entries.filter(({ mode }) => !REGULAR.test(mode)).map((entry) => entry.path);
  return {
    files: entries
      .filter(({ mode }) => REGULAR.test(mode))
      .map(({ path: name, object, bytes }) => ({ path: name, object, bytes })),
    notes: notesOn(others),
  };
}

function parseEntry(line: string): SourceFile & { mode: string } {
  const tab = line.indexOf('\t');
  const [mode = '', , object = '', bytes = '0'] = line.slice(0, tab).split(/ +/);
  return { mode, object, bytes: Number(bytes) || 0, path: line.slice(tab + 1) };
}

const notesOn = (others: readonly string[]): readonly string[] => {
  const more = others.length - NOTES_MOST;
  const named = others.slice(0, NOTES_MOST).map((path) => `${path} is no plain file and was left out`);
  return more > 0 ? [...named, `${more} more are no plain files and were left out`] : named;
};

export type Folder = Readonly<{
  git: Git;
  /** The top of the folder that paths are relative to. */
  top: string;
  /** Git's own folder of the worktree, whatever its agent made of the `.git` in it. */
  gitDir: string;
}>;

/** The files at a path of a folder. What git ignores is taken only where the path itself is ignored. */
export async function lookIntoFolder(folder: Folder, path: string): Promise<FileListing> {
  if (!(await liesInside(folder.top, path))) return EMPTY_LISTING;
  const known = await listKnown(folder, path);
  const names = known.length > 0 ? known : await walk(folder.top, path);
  const files: SourceFile[] = [];
  const others: string[] = [];
  for (const name of names) {
    const bytes = await sizeOf(folder.top, name);
    if (bytes === null) others.push(name);
    else if (bytes !== 'gone') files.push({ path: name, bytes, object: '' });
  }
  return { files: await nameContents(folder, files), notes: notesOn(others) };
}

async function listKnown({ git, gitDir, top }: Folder, path: string): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', path];
  const call: GitCall = { gitDir, workTree: top, in: top, env: LITERAL };
  const text = await git.askOrNull(args, call);
  const names = (text ?? '').split('\0').filter((name) => name !== '' && !name.endsWith('/'));
  return [...new Set(names)];
}

async function walk(top: string, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const here = join(top, folder);
    const stats = await unlessMissing(here, null, () => lstat(here));
    if (stats === null) continue;
    if (!stats.isDirectory()) found.push(folder);
    else if (posix.basename(folder) !== '.git') {
      const names = await readdir(here).catch(() => []); // Unreadable: it cannot be copied.
      folders.push(
        ...names
          .toSorted()
          .reverse()
          .map((name) => posix.join(folder ?? '', name)),
      );
    }
    if (found.length >= WALK_MOST) break;
  }
  return found;
}

/** Null for what is no plain file or is reached through a link that leads out. */
async function sizeOf(top: string, name: string): Promise<number | null | 'gone'> {
  const file = join(top, name);
  const stats = await unlessMissing(file, null, () => lstat(file));
  if (stats === null) return 'gone';
  return stats.isFile() && (await liesInside(top, name)) ? stats.size : null;
}

/** Whether the path, with all links followed, stays in the folder. False when it cannot be reached. */
async function liesInside(top: string, path: string): Promise<boolean> {
  const real = await realpath(join(top, path)).catch(() => null);
  if (real === null) return false;
  const way = relative(await withFileFaults(top, () => realpath(top)), real);
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}

/** Git's names of the contents, to be compared with those of commits. */
async function nameContents({ git, gitDir, top }: Folder, files: Listing): Promise<Listing> {
  const plain = files.filter(({ path }) => !path.includes('\n'));
  if (plain.length === 0) return files;
  const input = `${plain.map(({ path }) => path).join('\n')}\n`;
  const call: GitCall = { gitDir, workTree: top, in: top, input };
  const text = await git.askOrNull(['hash-object', '--stdin-paths'], call);
  const objects = new Map((text ?? '').split('\n').map((object, index) => [plain[index]?.path, object]));
  return files.map((file) => ({ ...file, object: objects.get(file.path) ?? '' }));
}
