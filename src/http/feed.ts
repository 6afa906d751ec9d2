import type { Wakes } from '../app/session/wait-sessions.ts';
import { troubleOfError } from '../views/error-text.ts';
import { ChangeLog, type Changes } from './change-log.ts';
import type { HttpHost } from './host.ts';

/** Lines of the journal that a viewer may be behind. */
const LINES_KEPT = 2_000;
const LINES_AT_ONCE = 1_000;
const LOOK_AGAIN_MS = 10_000;
const AFTER_FAULT_MS = 1_000;

export interface Subscription {
  /** Where the journal ends, once the feed has begun. */
  cursor(): Promise<number>;
  since(cursor: number): Changes;
  /** Resolves when there may be more, when it is closed, or after the time; true when only time passed. */
  next(timeoutMs: number): Promise<boolean>;
  readonly isClosed: boolean;
  close(): void;
}

/** Reads the journal once for all viewers, and only while there are any. */
export class Feed {
  readonly #host: FeedHost;
  readonly #subscribers = new Set<() => void>();
  #running: Run | null = null;

  constructor(host: FeedHost) {
    this.#host = host;
  }

  /** `onClosed` is called once, when the viewer has left. */
  subscribe(onClosed: () => void): Subscription {
    this.#running ??= begin(this.#host, () => this.#tell());
    const { log, begun } = this.#running;
    let isClosed = false;
    let hasNews = false;
    let resume = (): void => {};
    const wake = (): void => {
      hasNews = true;
      resume();
    };
    this.#subscribers.add(wake);
    return {
      cursor: () => begun.then(() => log.cursor),
      since: (cursor) => log.since(cursor),
      async next(timeoutMs) {
        if (!hasNews && !isClosed) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, timeoutMs);
            resume = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
        const isQuiet = !hasNews;
        hasNews = false;
        return isQuiet;
      },
      get isClosed() {
        return isClosed;
      },
      close: () => {
        if (isClosed) return;
        isClosed = true;
        wake();
        this.#leave(wake);
        onClosed();
      },
    };
  }

  close(): void {
    this.#subscribers.clear();
    this.#running?.end();
    this.#running = null;
  }

  #tell(): void {
    for (const wake of this.#subscribers) wake();
  }

  #leave(wake: () => void): void {
    this.#subscribers.delete(wake);
    if (this.#subscribers.size > 0) return;
    this.#running?.end();
    this.#running = null;
  }
}

type FeedHost = Pick<HttpHost, 'ask' | 'wakes' | 'lookAfter' | 'log'>;
type Run = Readonly<{ log: ChangeLog; begun: Promise<void>; end: () => void }>;

function begin(host: FeedHost, tell: () => void): Run {
  // Before the first look, so that nothing happens between the two.
  const wakes = host.wakes();
  const log = new ChangeLog(LINES_KEPT);
  const ending = new AbortController();
  let hasBegun = (): void => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  void follow({ host, wakes, log, tell, hasBegun, signal: ending.signal });
  return {
    log,
    begun,
    end() {
      ending.abort();
      wakes.close();
      hasBegun();
    },
  };
}

type Following = Readonly<{
  host: FeedHost;
  wakes: Wakes;
  log: ChangeLog;
  tell: () => void;
  hasBegun: () => void;
  signal: AbortSignal;
}>;

/** A fault costs a wait and no change: the journal is read on from where it was. */
async function follow({ host, wakes, log, tell, hasBegun, signal }: Following): Promise<void> {
  let isBegun = false;
  while (!signal.aborted) {
    try {
      if (isBegun) await readOn(host, log);
      else log.begin(await lastLines(host));
      isBegun = true;
      hasBegun();
      tell();
      if ((await wakes.next(LOOK_AGAIN_MS)) === 'timeout') await host.lookAfter();
    } catch (error) {
      host.log(`Changes cannot be read: ${troubleOfError(error).message}`);
      await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
    }
  }
}

async function lastLines(host: FeedHost) {
  const events = await host.ask('event.list', { after: 0, limit: LINES_AT_ONCE, newest: true });
  return events.ok ? events.value.entries : [];
}

async function readOn(host: FeedHost, log: ChangeLog): Promise<void> {
  for (;;) {
    const events = await host.ask('event.list', { after: log.cursor, limit: LINES_AT_ONCE });
    const entries = events.ok ? events.value.entries : [];
    log.add(entries);
    if (entries.length < LINES_AT_ONCE) return;
  }
}
