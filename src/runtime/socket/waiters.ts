const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waiters for a condition, re-evaluated by `look`. */
export type Waiters = Readonly<{
  /** Resolves when the condition is true, now or at a later `look`, or the time is over. */
  until(test: () => boolean, timeoutMs?: number): Promise<void>;
  look(): void;
}>;

export function waiting(hooks: Readonly<{ onFirst(): void; onNone(): void }>): Waiters {
  const waiters = new Set<() => void>();

  return {
    look() {
      for (const waiter of waiters) waiter();
    },
    until(test, timeoutMs = MAX_TIMER_MS) {
      if (test()) return Promise.resolve();
      return new Promise((resolve) => {
        const leave = (): void => {
          clearTimeout(timer);
          waiters.delete(waiter);
          if (waiters.size === 0) hooks.onNone();
          resolve();
        };
        const waiter = (): void => {
          if (test()) leave();
        };
        const timer = setTimeout(leave, Math.min(timeoutMs, MAX_TIMER_MS));
        waiters.add(waiter);
        if (waiters.size === 1) hooks.onFirst();
      });
    },
  };
}
