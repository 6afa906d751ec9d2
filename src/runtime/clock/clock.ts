import type { ClockReading } from '../../domain/clock/host-clock.ts';

/** The port for time and fresh ids, so that a simulation can decide them. */
export interface Clock {
  now(): number;
}

/** The port for what the machine's clocks say. */
export interface ClockReader {
  read(): ClockReading;
}

export interface Ids {
  /** A short, stable hash of the content. */
  hash(text: string): string;
  uuid(): string;
}
