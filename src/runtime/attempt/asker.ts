import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
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
  /** Whether a supervisor runs. Left out where this process cannot see that, as in a sandbox. */
  isServed?: (() => boolean) | undefined;
  patience?: Patience | undefined;
}>;

/** For how long a request may lie there and no supervisor takes it. */
export type Patience = Readonly<{
  /** While no supervisor runs: it may be about to be replaced. */
  unservedMs: number;
  /** While one runs, or may run: it may be busy. */
  untakenMs: number;
}>;

const PATIENCE: Patience = { unservedMs: 3_000, untakenMs: 20_000 };

export type RequestReply =
  | Readonly<{ is: 'answered'; text: string }>
  /** No answer came. The request stays; `isTaken`: a supervisor has it. */
  | Readonly<{ is: 'kept'; isTaken: boolean }>;

/**
 * The agent's side of a request: puts it into the attempt's folder and waits for the answer. A request that
 * no supervisor takes is left there early; it is taken in all the same when a supervisor runs again.
 */
export async function sendRequest({ attemptDir, text, ...wait }: Request): Promise<RequestReply> {
  const name = `${randomUUID()}.json`;
  const asked = join(attemptDir, 'ask', name);
  const waiting = join(attemptDir, 'waiting', name);
  const answer = join(attemptDir, 'answer', name);
  const heard = join(attemptDir, 'heard', name);
  await withFolder(attemptDir, () => writeFile(waiting, '', { mode: 0o600 }));
  const touching = setInterval(() => void writeFile(waiting, '').catch(() => {}), WAITING_TOUCH_MS);
  let leaving: Leaving | null = null;
  try {
    await writeAtomic(asked, text);
    leaving = leaveUntaken(wait, () => !existsSync(asked));
    let said: string | null = null;
    const within = { withinMs: wait.withinMs, signal: leaving.signal };
    await waitInFolder(join(attemptDir, 'answer'), within, async () => {
      said = await unlessMissing(answer, null, () => readFile(answer, 'utf8'));
      return said !== null;
    });
    if (said === null) return { is: 'kept', isTaken: !existsSync(asked) };
    await unlessMissing(heard, undefined, () => rename(waiting, heard));
    return { is: 'answered', text: said };
  } finally {
    leaving?.close();
    clearInterval(touching);
    await rm(waiting, { force: true });
  }
}

type Leaving = Readonly<{ signal: AbortSignal; close(): void }>;

/** Ends the wait where no supervisor has taken the request, and none is there that would. */
function leaveUntaken(
  { isServed = () => true, patience = PATIENCE, signal }: Omit<Request, 'attemptDir' | 'text'>,
  isTaken: () => boolean,
): Leaving {
  const leaving = new AbortController();
  const leave = (isHopeless: () => boolean) => (): void => {
    if (!isTaken() && isHopeless()) leaving.abort();
  };
  const looks = [
    setTimeout(
      leave(() => !isServed()),
      patience.unservedMs,
    ),
    setTimeout(
      leave(() => true),
      patience.untakenMs,
    ),
  ];
  return {
    signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal,
    close: () => looks.forEach(clearTimeout),
  };
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
