/** Doubles with each failure in a row, from `firstMs` up to `capMs`. */
export function backoffMs(failures: number, bounds: Readonly<{ firstMs: number; capMs: number }>): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30);
  return Math.min(bounds.capMs, bounds.firstMs * 2 ** doublings);
}
