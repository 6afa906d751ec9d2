export type Backoff = Readonly<{ firstMs: number; capMs: number }>;

/** Doubles with each failure in a row, from `firstMs` up to `capMs`. */
export function backoffMs({ firstMs, capMs }: Backoff, failures: number): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30);
  return Math.min(capMs, firstMs * 2 ** doublings);
}
