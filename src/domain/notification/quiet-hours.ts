/** In minutes since midnight. The end may lie before the beginning: then it is on the next day. */
export type QuietHours = Readonly<{ from: number; to: number }>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const WRITTEN = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** "22:00-07:00"; undefined when it is none, or has no length. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const [, ...parts] = WRITTEN.exec(text.trim()) ?? [];
  const [fromHour, fromMinute, toHour, toMinute] = parts.map(Number);
  if (fromHour === undefined || fromMinute === undefined) return undefined;
  if (toHour === undefined || toMinute === undefined) return undefined;
  const hours = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
  return hours.from === hours.to ? undefined : hours;
}

/**
 * When the current quiet hours end; null outside of them. `offsetMs` is how far the person's
 * clock is ahead of UTC.
 */
export function quietUntil(at: number, { from, to }: QuietHours, offsetMs: number): number | null {
  const minutes = Math.floor((at + offsetMs) / MINUTE_MS);
  const minute = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES;
  const passed = (minute - from + DAY_MINUTES) % DAY_MINUTES;
  return passed < length ? (minutes + length - passed) * MINUTE_MS - offsetMs : null;
}
