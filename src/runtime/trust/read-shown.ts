import { constants, lstat, open, readlink } from 'node:fs/promises';

const MOST_BYTES = 256 * 1024;

/** The whole text of a file that a person is to judge, or why there is none; null when nothing is there. */
export async function readShown(path: string): Promise<string | null> {
  const seen = await lstat(path).catch(() => null);
  if (seen === null) return null;
  if (seen.isSymbolicLink()) return `(a link to ${await readlink(path).catch(() => 'somewhere')})`;
  if (!seen.isFile()) return '(not a plain file)';
  // What became a link or a pipe in the meantime is neither followed nor waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (file === null) return '(cannot be read)';
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) return `(${size} bytes: too many to show)`;
    return (await file.readFile('utf8')).replace(/\n+$/, '');
  } finally {
    await file.close();
  }
}
