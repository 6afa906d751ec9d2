/** Who looks, so that a server without viewers can leave. */
export class Activity {
  readonly #now: () => number;
  #viewers = 0;
  #lastAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#lastAt = now();
  }

  touch(): void {
    this.#lastAt = this.#now();
  }

  /** A stream or a terminal that stays open; call what it gives back when it ends. */
  enter(): () => void {
    this.#viewers += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#viewers -= 1;
      this.touch();
    };
  }

  get viewers(): number {
    return this.#viewers;
  }

  /** How long there has been no viewer. */
  get idleMs(): number {
    return this.#viewers > 0 ? 0 : this.#now() - this.#lastAt;
  }
}
