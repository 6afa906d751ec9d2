/** The file by which anybody holds the whole project up: `.swarm/interrupt-request.txt`. */
export interface Interrupts {
  /** What it says; null when there is none. */
  observe(): Promise<string | null>;
  ensureGone(): Promise<void>;
}
