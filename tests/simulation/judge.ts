/** What happened, newest last. Only the end of it is kept. */
export class Trace {
  readonly #lines: string[] = [];
  readonly #kept: number;
  steps = 0;

  constructor(kept: number) {
    this.#kept = kept;
  }

  note(line: string): void {
    this.#lines.push(`${this.steps} ${line}`);
    if (this.#lines.length > 2 * this.#kept) this.#lines.splice(0, this.#lines.length - this.#kept);
  }

  tail(): readonly string[] {
    return this.#lines.slice(-this.#kept);
  }
}

/** Something that must be true always was not. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/**
 * Collects what was found wrong; code under test may swallow what is thrown inside it, so it is raised
 * outside.
 */
export class Judge {
  readonly trace: Trace;
  #found: string | null = null;

  constructor(keptSteps: number) {
    this.trace = new Trace(keptSteps);
  }

  accuse(claim: string): void {
    if (this.#found === null) this.trace.note(`VIOLATION ${claim}`);
    this.#found ??= claim;
  }

  demand(holds: boolean, claim: string): void {
    if (!holds) this.accuse(claim);
  }

  /** Throws the first accusation, if there is one. */
  raise(): void {
    if (this.#found !== null) throw new Violation(this.#found);
  }
}
