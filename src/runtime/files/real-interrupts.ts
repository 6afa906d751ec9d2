import { link, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, unlessMissing, withFileFaults } from './file-fault.ts';
import type { InterruptAsker, Interrupts } from './interrupts.ts';
import { draftOf } from './write-atomic.ts';

export const INTERRUPT_FILE = 'interrupt-request.txt';
/** More of it is not read. */
const MOST_BYTES = 4_096;
const WITHOUT_WORDS = 'The interrupt file is empty: no reason was given';

export function realInterrupts({ swarmDir }: Readonly<{ swarmDir: string }>): Interrupts & InterruptAsker {
  const path = join(swarmDir, INTERRUPT_FILE);
  return {
    observe: () => unlessMissing(path, null, () => readStart(path)),
    ensureGone: (text) =>
      withFileFaults(path, async () => {
        if ((await unlessMissing(path, null, () => readStart(path))) === text)
          await rm(path, { force: true });
      }),
    ask: (text) => withFileFaults(path, () => writeNew(path, `${text}\n`)),
  };
}

/** A hard link, unlike a rename, never replaces an existing file. */
async function writeNew(path: string, text: string): Promise<boolean> {
  const draft = draftOf(path);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MOST_BYTES), position: 0 });
    const text = buffer.subarray(0, bytesRead).toString('utf8').trim();
    return text === '' ? WITHOUT_WORDS : text;
  } finally {
    await file.close();
  }
}
