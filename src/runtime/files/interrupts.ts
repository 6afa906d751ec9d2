/** The file by which anybody holds the whole project up: `.swarm/interrupt-request.txt`. */
export interface Interrupts {
  /** What it says; null when there is none. */
  observe(): Promise<string | null>;
  /** Removes it, unless it says something else by now. */
  ensureGone(text: string): Promise<void>;
}

export interface InterruptAsker extends Pick<Interrupts, 'observe'> {
  /** Writes it, whole; false when there is one already. */
  ask(text: string): Promise<boolean>;
}
