/** Time and fresh ids come in through here, so that a simulation can decide them. */
export interface Clock {
  now(): number;
}

export interface Ids {
  /** Content in, the same short text out, always. */
  hash(text: string): string;
  uuid(): string;
}
