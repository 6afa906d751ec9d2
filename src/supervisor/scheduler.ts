import { retryWaitMs } from '../domain/retry/retry.ts';
import type { NextRound } from './deps.ts';

/**
 * How many sessions are looked at side by side, and how many moves in a row one may make before others have a
 * turn.
 */
const PARALLEL = 8;
const MOVES_IN_A_ROW = 50;
const LONGEST_TIMER_MS = 60_000;

export type SchedulerDeps = Readonly<{
  round: (id: string) => Promise<NextRound>;
  /** Told of a round that failed, for the log. It is tried again as the table of retries says. */
  onFault: (id: string, error: unknown, failures: number) => Promise<void>;
  now: () => number;
  /** Looked at before others that wait: a person is about to read what it draws. */
  isUrgent?: (id: string) => boolean;
}>;

export type Scheduler = Readonly<{
  wake: (id: string) => void;
  /** True when nothing is under way or waiting for its turn. */
  isQuiet: () => boolean;
  stop: () => Promise<void>;
}>;

type Entry = { isRunning: boolean; isDirty: boolean; timer: NodeJS.Timeout | null; failures: number };

/**
 * Looks at keys when they are woken, one round at a time for each key. A wake-up carries no news: the round
 * reads everything again. A round that fails ends alone, and is tried again later.
 */
export function startScheduler(deps: SchedulerDeps): Scheduler {
  const entries = new Map<string, Entry>();
  const ready: string[] = [];
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const wake = (id: string): void => {
    const entry = entries.get(id) ?? { isRunning: false, isDirty: false, timer: null, failures: 0 };
    entries.set(id, entry);
    if (entry.isDirty || isStopped) return;
    entry.isDirty = true;
    if (!entry.isRunning) queue(id);
    pump();
  };

  const queue = (id: string): void => {
    if (deps.isUrgent?.(id)) ready.unshift(id);
    else ready.push(id);
  };

  const pump = (): void => {
    while (!isStopped && running.size < PARALLEL) {
      const id = ready.shift();
      if (id === undefined) return;
      const done: Promise<void> = serve(id).finally(() => {
        running.delete(done);
        pump();
      });
      running.add(done);
    }
  };

  const serve = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    if (!entry) return;
    if (entry.timer) clearTimeout(entry.timer);
    entry.isRunning = true;
    entry.isDirty = false;
    const next = await runUntilRest(deps, id, entry);
    entry.isRunning = false;
    if (entry.isDirty) queue(id);
    else if (next === 'again') wake(id);
    else rest(id, entry, next.restUntil);
  };

  const rest = (id: string, entry: Entry, until: number | null): void => {
    if (until === null) return forget(id, entry);
    // The clock may be set meanwhile, so a long wait is one of several short ones.
    const delay = Math.min(Math.max(0, until - deps.now()), LONGEST_TIMER_MS);
    const ring = (): void => (deps.now() >= until ? wake(id) : rest(id, entry, until));
    entry.timer = setTimeout(ring, delay);
    entry.timer.unref();
  };

  const forget = (id: string, entry: Entry): void => {
    if (entry.failures === 0) entries.delete(id);
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    for (const { timer } of entries.values()) if (timer) clearTimeout(timer);
    await Promise.all(running);
  };

  return { wake, isQuiet: () => running.size === 0 && ready.length === 0, stop };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function runUntilRest(deps: SchedulerDeps, id: string, entry: Entry): Promise<NextRound> {
  try {
    let next: NextRound = 'again';
    for (let moves = 0; next === 'again' && moves < MOVES_IN_A_ROW; moves++) {
      // A round may wait for nothing outside: without this, sockets, timers and processes would not be heard.
      if (moves > 0) await nextTurn();
      next = await deps.round(id);
    }
    entry.failures = 0;
    return next;
  } catch (error) {
    entry.failures += 1;
    // Noting it may fail for the same reason, such as a full disk; the key is looked at again all the same.
    await deps.onFault(id, error, entry.failures).catch(() => undefined);
    return { restUntil: deps.now() + retryWaitMs('round-fault', entry) };
  }
}
