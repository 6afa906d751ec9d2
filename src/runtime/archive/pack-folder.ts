import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Header, Pax } from 'tar';
import { withFileFaults } from '../files/file-fault.ts';
import { draftOf } from '../files/write-atomic.ts';
import { readPack } from './unpack-folder.ts';
import { type FolderEntry, type Leaving, unpackable, walkFolder } from './walk-folder.ts';

/** What was packed: how many files, what they took on the disk, and what the one file takes. */
export type Packing = Readonly<{ files: number; bytes: number; packedBytes: number }>;

const BLOCK = 512;
const DISK_BLOCK = 512;

/**
 * Writes a folder as one compressed file, whole or not at all, and reads it back before it counts. Links stay
 * links.
 */
export async function packFolder(folder: string, pack: string, isLeft: Leaving): Promise<Packing> {
  const draft = draftOf(pack);
  return withFileFaults(pack, async () => {
    try {
      const written = { files: 0, bytes: 0, digest: createHash('sha256') };
      const source = Readable.from(tarOf(folder, isLeft, written), { objectMode: false });
      await pipeline(source, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
      if ((await digestOf(draft)) !== written.digest.digest('hex'))
        throw unpackable(folder, 'what was written reads differently');
      await sync(draft);
      await rename(draft, pack);
      await sync(dirname(pack));
      const { files, bytes } = written;
      return { files, bytes, packedBytes: (await stat(pack)).blocks * DISK_BLOCK };
    } finally {
      await rm(draft, { force: true });
    }
  });
}

type Written = { files: number; bytes: number; digest: ReturnType<typeof createHash> };

async function* tarOf(folder: string, isLeft: Leaving, written: Written): AsyncGenerator<Buffer> {
  for await (const found of walkFolder(folder, isLeft)) {
    written.bytes += found.stats.blocks * DISK_BLOCK;
    written.digest.update(lineOf(headOf(found)));
    yield* renderHead(found);
    if (found.type !== 'File') continue;
    written.files += 1;
    for await (const chunk of found.read()) {
      written.digest.update(chunk);
      yield chunk;
    }
    yield Buffer.alloc((BLOCK - (found.stats.size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

const headOf = (found: FolderEntry) => ({
  path: found.path,
  type: found.type,
  mode: found.stats.mode & 0o777,
  size: found.type === 'File' ? found.stats.size : 0,
  linkpath: found.type === 'SymbolicLink' ? found.linkpath : '',
  mtime: new Date(Math.floor(found.stats.mtimeMs / 1000) * 1000),
});

function* renderHead(found: FolderEntry): Generator<Buffer> {
  // As other programs write them, folders end with a slash.
  const path = found.type === 'Directory' ? `${found.path}/` : found.path;
  const head = { ...headOf(found), path };
  const header = new Header(head);
  const block = Buffer.alloc(BLOCK);
  header.encode(block);
  // For what the old form has no room for: long names, and letters beyond ASCII.
  if (header.needPax) yield new Pax(head).encode();
  yield block;
}

type Head = Pick<ReturnType<typeof headOf>, 'path' | 'type' | 'mode' | 'size' | 'linkpath'>;
const lineOf = ({ path, type, mode, size, linkpath }: Head): string =>
  `${JSON.stringify([path, type, mode, size, linkpath])}\n`;

async function digestOf(pack: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const entry of readPack(pack)) {
    digest.update(lineOf(entry));
    for await (const chunk of entry.read()) digest.update(chunk);
  }
  return digest.digest('hex');
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
