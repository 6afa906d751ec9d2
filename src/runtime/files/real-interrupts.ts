import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing, withFileFaults } from './file-fault.ts';
import type { Interrupts } from './interrupts.ts';

/** More of it is not read. */
const MOST_BYTES = 4_096;
const WITHOUT_WORDS = 'Somebody asked for attention, without a word';

export function realInterrupts({ swarmDir }: Readonly<{ swarmDir: string }>): Interrupts {
  const path = join(swarmDir, 'interrupt-request.txt');
  return {
    observe: () => unlessMissing(path, null, () => readStart(path)),
    ensureGone: () => withFileFaults(path, () => rm(path, { force: true })),
  };
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
