import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing, withFileFaults } from './file-fault.ts';
import { makeFolder } from './make-folder.ts';
import { writeAtomic } from './write-atomic.ts';

/** Texts that are too long for a row, in immutable files named by their hash. */
export interface Blobs {
  pathOf(sha256: string): string;
  /** Idempotent. The content is durable when this returns. */
  ensure(sha256: string, text: string): Promise<void>;
}

export function realBlobs(folder: string): Blobs {
  const pathOf = (sha256: string): string => join(folder, sha256);
  return {
    pathOf,
    async ensure(sha256, text) {
      const path = pathOf(sha256);
      const bytes = await unlessMissing(path, -1, async () => (await lstat(path)).size);
      if (bytes === Buffer.byteLength(text)) return;
      await withFileFaults(folder, async () => makeFolder(folder));
      await writeAtomic(path, text, { durable: true });
    },
  };
}
