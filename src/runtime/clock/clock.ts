/** The port for time and fresh ids, so that a simulation can decide them. */
export interface Clock {
  now(): number;
}

export interface Ids {
  /** A short, stable hash of the content. */
  hash(text: string): string;
  uuid(): string;
}
