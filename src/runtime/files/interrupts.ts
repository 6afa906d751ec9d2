/** The interrupt file, which holds the whole project: `.swarm/interrupt-request.txt`. */
export interface Interrupts {
  /** Its text; null when there is none. */
  observe(): Promise<string | null>;
  /** Removes it, unless its text has changed (compare-and-swap). */
  ensureGone(text: string): Promise<void>;
}

export interface InterruptAsker extends Pick<Interrupts, 'observe'> {
  /** Writes it atomically; false when there is one already. */
  ask(text: string): Promise<boolean>;
}
