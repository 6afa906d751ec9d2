import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';

/** One thing in a folder. Paths are relative to it, with `/` between their parts. */
export type FolderEntry =
  | Readonly<{ type: 'Directory'; path: string; stats: Stats }>
  | Readonly<{ type: 'SymbolicLink'; path: string; stats: Stats; linkpath: string }>
  | Readonly<{ type: 'File'; path: string; stats: Stats; read: () => AsyncGenerator<Buffer> }>;

/** A folder that is larger than this is not packed. */
const MOST_THINGS = 200_000;
const MOST_BYTES = 8 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;
/** Stands for bytes that are no letter: such a name would come back as another one. */
const NO_LETTER = '\uFFFD';

export type Leaving = (path: string) => boolean;

/**
 * Everything in a folder, parents first. No link is followed. Pipes, sockets and devices have no content, and
 * are passed over as are those that `isLeft` names.
 */
export async function* walkFolder(folder: string, isLeft: Leaving): AsyncGenerator<FolderEntry> {
  const sum = { things: 0, bytes: 0 };
  for await (const found of walk(folder, '', isLeft)) {
    sum.things += 1;
    sum.bytes += found.type === 'File' ? found.stats.size : 0;
    if (sum.things > MOST_THINGS || sum.bytes > MOST_BYTES)
      throw unpackable(folder, `it holds more than ${MOST_THINGS} files or ${MOST_BYTES} bytes`);
    yield found;
  }
}

async function* walk(root: string, folder: string, isLeft: Leaving): AsyncGenerator<FolderEntry> {
  for (const name of (await readdir(join(root, folder))).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (isLeft(path)) continue;
    if (name.includes(NO_LETTER)) throw unpackable(root, `the name of ${path} is no UTF-8`);
    const stats = await lstat(join(root, path));
    if (stats.isDirectory()) {
      yield { type: 'Directory', path, stats };
      yield* walk(root, path, isLeft);
    } else if (stats.isSymbolicLink()) {
      yield { type: 'SymbolicLink', path, stats, linkpath: await readlink(join(root, path)) };
    } else if (stats.isFile()) {
      yield { type: 'File', path, stats, read: () => readWhole(join(root, path), stats) };
    }
  }
}

/** Exactly as many bytes as were told before: a file that changed meanwhile is a fault. */
async function* readWhole(path: string, { size, ino }: Stats): AsyncGenerator<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file: FileHandle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if ((await file.stat()).ino !== ino) throw unpackable(path, 'it changed meanwhile');
    for (let left = size; left > 0; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(left, CHUNK_BYTES)));
      if (bytesRead === 0) throw unpackable(path, 'it became shorter meanwhile');
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

export const unpackable = (path: string, why: string): Fault =>
  new Fault('not-packable', `${path} cannot be packed: ${why}`);
