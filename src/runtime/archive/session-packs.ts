import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { Fault } from '../../domain/fault.ts';
import type { WrittenResult } from '../attempt/attempts.ts';
import { RESULT_MOST_BYTES } from '../attempt/reading.ts';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import { draftOf } from '../files/write-atomic.ts';
import { type Packing, packFolder } from './pack-folder.ts';
import { readPack, unpackFolder } from './unpack-folder.ts';

/** What was packed; null when it was packed before. `problem`: the folder was moved as it is. */
export type Archiving = (Packing & Readonly<{ problem: null }>) | Readonly<{ problem: string }>;

/** Moves a folder out of the way, if there is one. */
type SetAside = (folder: string) => Promise<void>;

/** The environment of an attempt holds secrets, and serves no later one. Drafts begin with a dot. */
const isEnvironment = (path: string): boolean => /^attempts\/[^/]+\/\.?env\.sh/.test(path);

/**
 * Packs a folder into the archive. It is whole until its pack is, and goes in one rename: a crash in between
 * leaves one of both, or both.
 */
export async function ensurePacked(
  folder: string,
  pack: string,
  setAside: SetAside,
): Promise<Archiving | null> {
  // What lies beside a pack is what a crash left, or was drawn since: the pack is the session.
  if (await isThere(pack)) await setAside(folder);
  if (!(await isThere(folder))) return null;
  await withFileFaults(pack, async () => makeFolder(dirname(pack)));
  try {
    const packing = await packFolder(folder, pack, isEnvironment);
    await removeFolder(folder, draftOf(pack));
    return { ...packing, problem: null };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not-packable') throw error;
    return { problem: error.message };
  }
}

/** Brings the folder back, and only then does the pack go. */
export async function ensureUnpacked(pack: string, folder: string, setAside: SetAside): Promise<void> {
  if (!(await isThere(pack))) return;
  await unpackFolder(pack, folder, setAside);
  await withFileFaults(pack, () => rm(pack, { force: true }));
}

/** What an attempt of a packed session delivered; null when there is nothing. A long one is never cut. */
export async function readPackedResult(pack: string, path: string): Promise<WrittenResult | null> {
  for await (const { type, path: name, size, read } of readPack(pack)) {
    if (type !== 'File' || name !== path) continue;
    if (size > RESULT_MOST_BYTES) return { bytes: size, limitBytes: RESULT_MOST_BYTES };
    const parts: Buffer[] = [];
    for await (const chunk of read()) parts.push(chunk);
    return { text: Buffer.concat(parts).toString('utf8') };
  }
  return null;
}

export async function hasPacked(pack: string, path: string): Promise<boolean> {
  for await (const entry of readPack(pack)) if (entry.type === 'File' && entry.path === path) return true;
  return false;
}

/** What the agent of a packed session wrote; long outputs were compressed before. */
export async function* readPackedOutput(pack: string): AsyncGenerator<Buffer> {
  if (!(await isThere(pack))) return;
  for await (const entry of readPack(pack)) {
    if (entry.path === 'output.log') yield* entry.read();
    if (entry.path === 'output.log.gz') yield* gunzip(entry.read());
  }
}

async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { Readable } = await import('node:stream');
  const unpacked = createGunzip();
  const readable = Readable.from(source, { objectMode: false });
  readable.on('error', (error) => unpacked.destroy(error));
  for await (const chunk of readable.pipe(unpacked)) yield chunk;
}

// An agent may have closed a folder to all users, to its own too.
async function removeFolder(folder: string, draft: string): Promise<void> {
  await withFileFaults(folder, async () => {
    await rename(folder, draft);
    await openUp(draft);
    await rm(draft, { recursive: true, force: true });
  });
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openUp(join(folder, entry.name));
}

const isThere = (path: string): Promise<boolean> =>
  unlessMissing(path, false, async () => Boolean(await lstat(path)));
