import { isTimeZone } from '../schedule/time-zone.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const MOST_DAYS = 8;
// A moment that passed a few minutes ago is the one that was meant, not the one of tomorrow.
const JUST_PASSED_MINUTES = 5;

const SPOKEN =
  /resets (?:([A-Z][a-z]{2}) (\d{1,2})(?:,| at)* )?(\d{1,2})(?::(\d{2}))?\s?([ap]m) \(([^)]{1,60})\)/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The moment that words such as "resets 1:37am (UTC)" or "resets Oct 6, 1pm (Europe/Berlin)" mean, seen from
 * `now`; null when they name none. They are cut to the minute, so it is the end of that minute.
 */
export function resetInWords(text: string, now: number): number | null {
  const found = SPOKEN.exec(text);
  if (!found) return null;
  const [, month, day, hour = '', minute = '0', half, zone = ''] = found;
  const local = localTime(now, zone);
  if (local === null) return null;
  const target = ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute);
  const days = month && day ? daysUntil({ month, day: Number(day) }, now, zone) : 0;
  if (days === null) return null;
  return endOfMinute(now, days * DAY_MINUTES + target - local.minutes, days === 0 && !month);
}

function endOfMinute(now: number, ahead: number, isDaily: boolean): number {
  const wraps = isDaily && ahead < -JUST_PASSED_MINUTES;
  const minutes = Math.max(0, wraps ? ahead + DAY_MINUTES : ahead);
  return (Math.floor(now / MINUTE) + minutes + 1) * MINUTE;
}

function daysUntil(date: { month: string; day: number }, now: number, zone: string): number | null {
  for (let days = 0; days <= MOST_DAYS; days++) {
    const local = localTime(now + days * DAY_MINUTES * MINUTE, zone);
    if (local?.month === MONTHS.indexOf(date.month) + 1 && local.day === date.day) return days;
  }
  return null;
}

type LocalTime = Readonly<{ month: number; day: number; minutes: number }>;

function localTime(at: number, zone: string): LocalTime | null {
  if (!isTimeZone(zone)) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { month, day, minutes: hour * 60 + minute };
}
