/** For programs and for logs: always in UTC, as in the ids of sessions. */
export const renderInstant = (at: number): string =>
  `${new Date(at).toISOString().slice(0, -'.000Z'.length)}Z`;

export const renderInstantOrNull = (at: number | null): string | null =>
  at === null ? null : renderInstant(at);

// What follows is for people: by the clock on their wall.
const MINUTE_MS = 60_000;
const two = (count: number): string => String(count).padStart(2, '0');
const offsetMinutes = (at: number): number => -new Date(at).getTimezoneOffset();

/** "2025-11-18 15:30:42", for tables and lines that stand below each other. */
export const renderSecond = (at: number): string =>
  renderInstant(at + offsetMinutes(at) * MINUTE_MS)
    .replace('T', ' ')
    .slice(0, -1);

/** "2025-11-18 15:30" */
export const renderMinute = (at: number): string => renderSecond(at).slice(0, -':42'.length);

/** `15:30:42` */
export const renderClock = (at: number): string => renderSecond(at).slice('2025-11-18 '.length);

/** "UTC" or "+01:00": the zone of the local clock at that time. */
export function renderZone(at: number): string {
  const minutes = offsetMinutes(at);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

/** "2025-11-18 15:30 +01:00", for what is read elsewhere: in a notification, or pasted from a report. */
export const renderMinuteZoned = (at: number): string => `${renderMinute(at)} ${renderZone(at)}`;

/** The same to the second. */
export const renderSecondZoned = (at: number): string => `${renderSecond(at)} ${renderZone(at)}`;

/** The zone only where the local clock differs from that of ids, which is UTC: on a page about one thing. */
export const renderStamp = (at: number): string =>
  offsetMinutes(at) === 0 ? renderSecond(at) : renderSecondZoned(at);
