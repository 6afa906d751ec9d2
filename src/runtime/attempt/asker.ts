import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { waitInFolder } from '../files/watch.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { WAITING_TOUCH_MS } from './asking.ts';

export type Request = Readonly<{
  /** `$SWARM_ATTEMPT_DIR`. */
  attemptDir: string;
  text: string;
  withinMs: number;
  /** Ends the wait early. */
  signal?: AbortSignal | undefined;
}>;

/**
 * The agent's side of a request: puts it into the attempt's folder and waits for the answer. Null when the
 * time ran out; the request stays and is taken in all the same.
 */
export async function sendRequest({ attemptDir, text, ...wait }: Request): Promise<string | null> {
  const name = `${randomUUID()}.json`;
  const waiting = join(attemptDir, 'waiting', name);
  const answer = join(attemptDir, 'answer', name);
  const heard = join(attemptDir, 'heard', name);
  await withFolder(attemptDir, () => writeFile(waiting, '', { mode: 0o600 }));
  const touching = setInterval(() => void writeFile(waiting, '').catch(() => {}), WAITING_TOUCH_MS);
  try {
    await writeAtomic(join(attemptDir, 'ask', name), text);
    let said: string | null = null;
    await waitInFolder(join(attemptDir, 'answer'), wait, async () => {
      said = await unlessMissing(answer, null, () => readFile(answer, 'utf8'));
      return said !== null;
    });
    if (said !== null) await unlessMissing(heard, undefined, () => rename(waiting, heard));
    return said;
  } finally {
    clearInterval(touching);
    await rm(waiting, { force: true });
  }
}

async function withFolder(attemptDir: string, work: () => Promise<void>): Promise<void> {
  const isThere = await withFileFaults(attemptDir, () =>
    unlessMissing(attemptDir, false, async () => {
      await work();
      return true;
    }),
  );
  if (!isThere) throw new Fault('attempt-gone', `The attempt's folder is not there: ${attemptDir}`);
}
