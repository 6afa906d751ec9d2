import { retryWaitMs } from '../domain/retry/retry.ts';
import type { Look } from './deps.ts';

/**
 * How many sessions are looked at side by side, and how many moves in a row one may make before others have a
 * turn.
 */
const PARALLEL = 8;
const MOVES_IN_A_ROW = 50;
const LONGEST_TIMER_MS = 60_000;

export type SchedulerDeps = Readonly<{
  round: (id: string) => Promise<Look>;
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

type Place = { isRunning: boolean; isDirty: boolean; timer: NodeJS.Timeout | null; failures: number };

/**
 * Looks at keys when they are woken, one round at a time for each key. A wake-up carries no news: the round
 * reads everything again. A round that fails ends alone, and is tried again later.
 */
export function startScheduler(deps: SchedulerDeps): Scheduler {
  const places = new Map<string, Place>();
  const ready: string[] = [];
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const wake = (id: string): void => {
    const place = places.get(id) ?? { isRunning: false, isDirty: false, timer: null, failures: 0 };
    places.set(id, place);
    if (place.isDirty || isStopped) return;
    place.isDirty = true;
    if (!place.isRunning) queue(id);
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
    const place = places.get(id);
    if (!place) return;
    if (place.timer) clearTimeout(place.timer);
    place.isRunning = true;
    place.isDirty = false;
    const look = await lookUntilSettled(deps, id, place);
    place.isRunning = false;
    if (place.isDirty) queue(id);
    else if (look === 'again') wake(id);
    else rest(id, place, look.restUntil);
  };

  const rest = (id: string, place: Place, until: number | null): void => {
    if (until === null) return forget(id, place);
    // The clock may be set meanwhile, so a long wait is one of several short ones.
    const delay = Math.min(Math.max(0, until - deps.now()), LONGEST_TIMER_MS);
    const ring = (): void => (deps.now() >= until ? wake(id) : rest(id, place, until));
    place.timer = setTimeout(ring, delay);
    place.timer.unref();
  };

  const forget = (id: string, place: Place): void => {
    if (place.failures === 0) places.delete(id);
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    for (const { timer } of places.values()) if (timer) clearTimeout(timer);
    await Promise.all(running);
  };

  return { wake, isQuiet: () => running.size === 0 && ready.length === 0, stop };
}

async function lookUntilSettled(deps: SchedulerDeps, id: string, place: Place): Promise<Look> {
  try {
    let look: Look = 'again';
    for (let moves = 0; look === 'again' && moves < MOVES_IN_A_ROW; moves++) look = await deps.round(id);
    place.failures = 0;
    return look;
  } catch (error) {
    place.failures += 1;
    // Noting it may fail for the same reason, such as a full disk; the key is looked at again all the same.
    await deps.onFault(id, error, place.failures).catch(() => undefined);
    return { restUntil: deps.now() + retryWaitMs('round-fault', place) };
  }
}
