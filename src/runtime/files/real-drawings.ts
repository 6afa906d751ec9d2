import { createReadStream, createWriteStream, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Drawings } from './drawings.ts';
import { errnoOf, withFileFaults } from './file-fault.ts';
import { draftOf, writeAtomic } from './write-atomic.ts';

/** Output that is larger than this is compressed when its session is over. */
const COMPRESS_OVER_BYTES = 1024 * 1024;
const OWNER_ONLY = 0o700;

type Folders = Readonly<{ sessionsDir: string; runsDir: string; archiveDir: string }>;

export function realDrawings({ sessionsDir, runsDir, archiveDir }: Folders): Drawings {
  const drawnBefore = new Map<string, string>();
  return {
    async draw(sessionId, name, text) {
      const path = join(sessionsDir, sessionId, name);
      if (drawnBefore.get(path) === text) return;
      if (await isArchived(archiveDir, sessionId)) return;
      await withFileFaults(path, () =>
        mkdir(join(sessionsDir, sessionId), { recursive: true, mode: OWNER_ONLY }),
      );
      await writeAtomic(path, text);
      remember(drawnBefore, path, text);
    },
    async drawRun(runId, name, text) {
      const path = join(runsDir, runId, name);
      await withFileFaults(path, async () => writeShown(path, text));
    },
    async ensureCompressed(sessionId) {
      const plain = join(sessionsDir, sessionId, 'output.log');
      const size = (await stat(plain).catch(() => null))?.size ?? 0;
      if (size > COMPRESS_OVER_BYTES) await withFileFaults(plain, () => compress(plain));
    },
  };
}

// An inbox is drawn for every message: the thread pool would take longer than the write.
function writeShown(path: string, text: string): void {
  const draft = draftOf(path);
  try {
    writeFileSync(draft, text, { mode: 0o600 });
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY });
    writeFileSync(draft, text, { mode: 0o600 });
  }
  renameSync(draft, path);
}

// Files drawn in its old place would block its return from the archive.
const isArchived = (archiveDir: string, sessionId: string): Promise<boolean> =>
  stat(join(archiveDir, 'sessions', sessionId)).then(
    () => true,
    () => false,
  );

const REMEMBERED_CHARS = 4_096;
const REMEMBERED_FILES = 2_000;

// A cache that saves writes of unchanged files; only small ones are worth the memory.
function remember(drawn: Map<string, string>, path: string, text: string): void {
  drawn.delete(path);
  if (text.length <= REMEMBERED_CHARS) drawn.set(path, text);
  const [oldest] = drawn.keys();
  if (drawn.size > REMEMBERED_FILES && oldest !== undefined) drawn.delete(oldest);
}

async function compress(plain: string): Promise<void> {
  const draft = draftOf(`${plain}.gz`);
  await pipeline(createReadStream(plain), createGzip(), createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, `${plain}.gz`);
  await rm(plain, { force: true });
}
