import { constants } from 'node:fs';
import { chmod, copyFile, readFile, realpath, stat } from 'node:fs/promises';
import { editJson } from '../../contract/json-edit.ts';
import type { FileFix } from '../../domain/agent/obstacle.ts';
import { errnoOf, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';

/** Changes of one JSON file, with what the person was shown as its values, as JSON. */
export type Mending = Readonly<{
  file: string;
  changes: readonly Readonly<{ path: FileFix['path']; value: unknown; from: string | null }>[];
  now: Date;
}>;

export type Mended =
  | Readonly<{ is: 'made'; backup: string | null }>
  /** Not a JSON object, or not one that can hold these values. */
  | Readonly<{ is: 'broken' }>
  /** It changed since it was shown. */
  | Readonly<{ is: 'moved' }>
  | Readonly<{ is: 'foreign' }>;

const ACCESS_BITS = 0o777;
const OWNER_ONLY = 0o600;
const MOST_BACKUPS = 100;

/** Sets the values and nothing else, in one write. The file as it was stays beside it, under a dated name. */
export function mendFile({ file, changes, now }: Mending): Promise<Mended> {
  return withFileFaults(file, async () => {
    // A link to the file stays a link.
    const target = await unlessMissing(file, file, () => realpath(file));
    const found = await unlessMissing(target, null, () => stat(target));
    if (found !== null && process.getuid !== undefined && found.uid !== process.getuid())
      return { is: 'foreign' };
    if (found?.isFile() === false) return { is: 'broken' };

    let text = found === null ? '' : await readFile(target, 'utf8');
    for (const { path, value, from } of changes) {
      const edit = editJson(text, path, value);
      if (edit === null) return { is: 'broken' };
      if (edit.from !== from) return { is: 'moved' };
      text = edit.text;
    }
    const mode = found === null ? OWNER_ONLY : found.mode & ACCESS_BITS;
    const backup = found === null ? null : await keep(target, now);
    await writeAtomic(target, text, { mode, durable: true });
    // What the file was created with went through the caller's umask.
    await chmod(target, mode);
    return { is: 'made', backup };
  });
}

async function keep(file: string, now: Date): Promise<string> {
  const date = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  for (let nth = 1; nth <= MOST_BACKUPS; nth++) {
    const name = `${file}.swarm-${date}${nth === 1 ? '' : `-${nth}`}.bak`;
    if (await isCopied(file, name)) return name;
  }
  throw new Error(`${file} has ${MOST_BACKUPS} backups of this second`);
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}
