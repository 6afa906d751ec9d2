const KEPT_STEPS = 80;

/** What happened, newest last. Only the end of it is kept. */
export class Trace {
  readonly #lines: string[] = [];
  steps = 0;

  note(line: string): void {
    this.#lines.push(`${this.steps} ${line}`);
    if (this.#lines.length > 2 * KEPT_STEPS) this.#lines.splice(0, this.#lines.length - KEPT_STEPS);
  }

  tail(): readonly string[] {
    return this.#lines.slice(-KEPT_STEPS);
  }
}

/** Something that must be true always was not. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Collects what was found wrong; code under test may swallow what is thrown inside it, so it is raised outside. */
export class Judge {
  readonly trace = new Trace();
  #found: string | null = null;

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
