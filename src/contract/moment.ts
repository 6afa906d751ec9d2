import { parseDuration } from './duration.ts';

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

const DAY_LETTERS = '2026-01-27'.length;

/**
 * "2026-01-27T15:30:00Z", "2026-01-27" or "2h" from now, in epoch milliseconds; undefined when it is no time.
 * Without a zone a person means their own; a program, UTC.
 */
export function parseMoment(text: string, now: number, unzoned: 'local' | 'utc' = 'utc'): number | undefined {
  const trimmed = text.trim();
  const delayMs = parseDuration(trimmed);
  if (delayMs !== undefined) return now + delayMs;
  if (!ISO.test(trimmed)) return undefined;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed) && trimmed.length > DAY_LETTERS;
  const time = trimmed.length === DAY_LETTERS ? `${trimmed}T00:00` : trimmed.replace(' ', 'T');
  // Without a zone, a text with a time is local to Date.parse.
  const at = Date.parse(hasZone || unzoned === 'local' ? time : `${time}Z`);
  return Number.isNaN(at) ? undefined : at;
}
