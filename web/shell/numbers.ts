const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const dollars = (usd: number): string =>
  usd === 0 ? '$0' : usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`;

/** Tokens and counts: 950, 12.3k, 4.5M. */
export function short(count: number): string {
  if (count < 1_000) return String(count);
  const [value, unit] = count < 1_000_000 ? [count / 1_000, 'k'] : [count / 1_000_000, 'M'];
  return `${value < 100 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)}${unit}`;
}

/** A stretch of time in its largest unit: 40s, 12m, 3h, 2d. */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / 1_000))}s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  return `${Math.floor(ms / DAY_MS)}d`;
}

/** How long ago a moment was, at a time. */
export const ageOf = (instant: string, now: number): string => span(now - Date.parse(instant));

/** A moment as the person's own clock shows it. */
export const momentOf = (instant: string): string =>
  new Date(instant).toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

/** 1 file, 3 files. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** How large a file is: 950 B, 12.3 kB, 4 MB. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value < 100 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${UNITS[power]}`;
}
