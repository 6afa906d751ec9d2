import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { isBusy, toFault } from './sqlite-fault.ts';

const GIVE_UP_AFTER_MS = 30_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 8;

/**
 * Runs `work` until no other process holds the file's lock. SQLite's own waiting would block the event loop
 * and is unfair, so each try is short and the pause between two is random.
 */
export async function retryWhileBusy<T>(
  file: string,
  work: () => T,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<T> {
  let heldUpAt: number | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw toFault(error, file);
      // Asked only here: the first look at this clock takes a millisecond.
      heldUpAt ??= performance.now();
      if (performance.now() - heldUpAt > giveUpAfterMs) throw stillBusy(file, giveUpAfterMs, error);
    }
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

const stillBusy = (file: string, waitedMs: number, cause: unknown): Fault =>
  new Fault('store-busy', `${file} was locked by other processes for ${waitedMs} ms`, {
    retry: true,
    hint: 'Nothing was changed. Look for a process that hangs with the file open.',
    cause,
  });
