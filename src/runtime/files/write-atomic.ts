import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withFileFaults } from './file-fault.ts';

export type WriteOptions = Readonly<{
  mode?: number;
  /** fsync before the rename: for files that must survive a power loss. */
  durable?: boolean;
}>;

const OWNER_ONLY = 0o600;
let drafts = 0;

/**
 * A unique name beside the file. It begins with a dot, so that readers of the folder ignore
 * it.
 */
export function draftOf(path: string): string {
  drafts += 1;
  return join(dirname(path), `.${basename(path)}.${process.pid}.${drafts}`);
}

/** Readers see the old content or the new one, never a part. */
export async function writeAtomic(
  path: string,
  content: string | Uint8Array,
  { mode = OWNER_ONLY, durable = false }: WriteOptions = {},
): Promise<void> {
  const draft = draftOf(path);
  await withFileFaults(path, async () => {
    try {
      await writeDraft(draft, content, { mode, durable });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    if (durable) await syncFolder(dirname(path));
  });
}

async function writeDraft(
  draft: string,
  content: string | Uint8Array,
  { mode, durable }: Required<WriteOptions>,
): Promise<void> {
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(content);
    if (durable) await file.sync();
  } finally {
    await file.close();
  }
}

// The rename is durable only after its folder is synced.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
