import { Cron } from 'croner';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Timetable } from '../../domain/schedule/due.ts';
import { isTimeZone } from '../../domain/schedule/time-zone.ts';
import type { Timetables } from './timetables.ts';

type Field = Readonly<{ name: string; allowed: string }>;

const SECOND: Field = { name: 'second', allowed: '0-59' };
const FIELDS: readonly Field[] = [
  { name: 'minute', allowed: '0-59' },
  { name: 'hour', allowed: '0-23' },
  { name: 'day of the month', allowed: '1-31, or L for the last' },
  { name: 'month', allowed: '1-12 or jan-dec' },
  { name: 'day of the week', allowed: '0-7 or sun-sat, 0 and 7 being Sunday' },
];
const SECOND_MS = 1_000;
const NEAR_ZONES = 3;

/** Cron expressions as croner reads them; see docs/decisions/0012-croner-for-schedules.md. */
export const realTimetables: Timetables = {
  open: async (expression, timeZone) => {
    const fault = findFault(expression);
    if (fault) return refuse({ code: 'schedule-expression-bad', expression, ...fault });
    return accept(timesOf(new Cron(expression, { timezone: timeZone, paused: true })));
  },
  findZone: async (name) => {
    if (name === undefined) return accept(localZone() ?? 'UTC');
    const known = Intl.supportedValuesOf('timeZone');
    const spelled = known.find((zone) => zone.toLowerCase() === name.toLowerCase()) ?? name;
    return isTimeZone(spelled) ? accept(spelled) : refuseZone(name, known);
  },
};

// Undefined where the machine says nothing that is a zone, as with TZ=:/etc/localtime.
const localZone = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const timesOf = (cron: Cron): Timetable => ({
  next: (after) => cron.nextRun(new Date(after))?.getTime() ?? null,
  // The library looks strictly before the given second.
  last: (at) => cron.previousRuns(1, new Date(secondOf(at) + SECOND_MS))[0]?.getTime() ?? null,
});

const secondOf = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;

// People know the city, not the continent: "berlin" is a word of "Europe/Berlin".
function refuseZone(zone: string, known: readonly string[]): Outcome<never> {
  const cities = new Map(known.map((one) => [one.split('/').at(-1) ?? one, one]));
  const near = [
    ...nearest(zone, known, NEAR_ZONES),
    ...nearest(zone.split('/').at(-1) ?? zone, [...cities.keys()], NEAR_ZONES).map((city) =>
      cities.get(city),
    ),
  ].filter((one) => one !== undefined);
  return refuse({ code: 'schedule-zone-unknown', zone, near: [...new Set(near)].slice(0, NEAR_ZONES) });
}

type Fault = Readonly<{ field: string | null; text: string; allowed: string }>;

/** What is wrong with an expression: the first field that is bad even where all others are well. */
function findFault(expression: string): Fault | null {
  const parts = expression.trim().split(/\s+/);
  const fields = [...(parts.length === FIELDS.length + 1 ? [SECOND] : []), ...FIELDS];
  const isNickname = parts.length === 1 && expression.trim().startsWith('@');
  if (parts.length !== fields.length && !isNickname) return { field: null, text: '', allowed: '' };
  if (isExpression(parts)) return null;
  const at = parts.findIndex(
    (part, index) => !isExpression(fields.map((_, n) => (n === index ? part : '*'))),
  );
  const field = isNickname ? undefined : fields[at];
  return { field: field?.name ?? null, text: parts[at] ?? '', allowed: field?.allowed ?? '' };
}

function isExpression(parts: readonly string[]): boolean {
  try {
    new Cron(parts.join(' '), { paused: true });
    return true;
  } catch {
    return false;
  }
}
