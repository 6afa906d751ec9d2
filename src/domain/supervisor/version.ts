const numbersOf = (version: string): readonly number[] =>
  (version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number);

/** Whether a version is later than another, by its numbers alone. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one = 0, other = 0] = [a[at], b[at]];
    if (one !== other) return one > other;
  }
  return false;
}
