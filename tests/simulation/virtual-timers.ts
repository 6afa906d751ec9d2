import assert from 'node:assert/strict';
import type { Life, Schedule } from './schedule.ts';

type Timer = { at: number; readonly everyMs: number | null; readonly life: Life; readonly run: () => void };
type Handle = { unref: () => Handle; readonly timer: Timer };

/** `setTimeout` and `setInterval` on the simulated clock. A timer dies with the life that set it. */
export class VirtualTimers {
  readonly #timers = new Set<Timer>();
  readonly #schedule: Schedule;
  readonly #now: () => number;
  #rung = 0;

  constructor(schedule: Schedule, now: () => number) {
    this.#schedule = schedule;
    this.#now = now;
  }

  /** Puts them in the place of the real ones; the answer puts the real ones back. */
  install(): () => void {
    const { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate } = globalThis;
    const clear = (handle: Handle | undefined): void => {
      if (handle) this.#timers.delete(handle.timer);
    };
    Object.assign(globalThis, {
      // Nothing waits outside of a simulated world, so there is nothing to let in between.
      setImmediate: (run: () => void) => queueMicrotask(run),
      setTimeout: (run: () => void, ms = 0) => this.#add(run, { ms, isRepeated: false }),
      setInterval: (run: () => void, ms = 0) => this.#add(run, { ms, isRepeated: true }),
      clearTimeout: clear,
      clearInterval: clear,
    });
    const real = { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate };
    return () => Object.assign(globalThis, real);
  }

  #add(run: () => void, { ms, isRepeated }: { ms: number; isRepeated: boolean }): Handle {
    const life = this.#schedule.current;
    assert(life, 'a timer was set outside of a life');
    // Clocks tell whole milliseconds.
    const timer: Timer = {
      at: this.#now() + Math.max(1, Math.ceil(ms)),
      everyMs: isRepeated ? ms : null,
      life,
      run,
    };
    this.#timers.add(timer);
    const handle: Handle = { timer, unref: () => handle };
    return handle;
  }

  nextAt(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const timer of this.#timers) {
      if (timer.life.isDead) this.#timers.delete(timer);
      else next = Math.min(next, timer.at);
    }
    return next;
  }

  /** Hands whatever is due to its life. */
  ring(): void {
    const now = this.#now();
    for (const timer of this.#timers) {
      if (timer.at > now) continue;
      if (timer.everyMs === null) this.#timers.delete(timer);
      else timer.at = now + timer.everyMs;
      if (!timer.life.isDead) this.#schedule.tell(timer.life, `timer ${this.#rung++}`, timer.run);
    }
  }
}
