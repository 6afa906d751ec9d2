import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { errnoOf, withFileFaults } from '../files/file-fault.ts';
import { draftOf } from '../files/write-atomic.ts';
import { broken, type Entry, readTar } from './read-tar.ts';

/** Opens a packed folder for reading, entry by entry. */
export function readPack(pack: string): AsyncGenerator<Entry> {
  const source = createReadStream(pack);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  return readTar(source.pipe(unpacked), pack);
}

const TRIES = 10;

/**
 * The folder as it was packed, under its own name only once all of it is there. What has that name already
 * is set aside.
 */
export async function unpackFolder(
  pack: string,
  folder: string,
  setAside: (folder: string) => Promise<void>,
): Promise<void> {
  const draft = draftOf(folder);
  await withFileFaults(folder, async () => {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    try {
      await mkdir(draft, { mode: 0o700 });
      await unpackInto(draft, pack);
      await moveOver(draft, folder, setAside);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
}

// A supervisor may draw its files there at any moment.
async function moveOver(
  draft: string,
  folder: string,
  setAside: (folder: string) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await setAside(folder);
    try {
      return await rename(draft, folder);
    } catch (error) {
      const errno = errnoOf(error);
      if ((errno !== 'ENOTEMPTY' && errno !== 'EEXIST') || tries === TRIES) throw error;
    }
  }
}

// Links come last, when nothing more is written that could go through one; then what makes a folder closed.
async function unpackInto(root: string, pack: string): Promise<void> {
  const links: Entry[] = [];
  const folders: Entry[] = [];
  for await (const entry of readPack(pack)) {
    const path = join(root, safePath(entry, pack));
    if (entry.type === 'SymbolicLink') links.push(entry);
    else if (entry.type === 'File') await unpackFile(path, entry);
    else {
      await mkdir(path, { mode: 0o700 });
      folders.push(entry);
    }
  }
  for (const { path, linkpath } of links) await symlink(linkpath, join(root, path));
  for (const { path, mode, mtime } of folders.reverse()) {
    await chmod(join(root, path), mode);
    await utimes(join(root, path), mtime, mtime);
  }
}

async function unpackFile(path: string, { mode, mtime, read }: Entry): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of read()) await file.writeFile(chunk);
    await file.chmod(mode);
    await file.utimes(mtime, mtime);
  } finally {
    await file.close();
  }
}

/** A pack is a file like others: who can write it could name a place outside. */
function safePath({ path }: Entry, pack: string): string {
  const parts = path.split('/');
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  if (!isSafe) throw broken(pack, `it names a place outside: ${JSON.stringify(path)}`);
  return path;
}
