import { parseDuration } from './duration.ts';

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * "2026-01-27T15:30:00Z", "2026-01-27" or "2h" from now, in epoch milliseconds; undefined when it is no time.
 * Without a zone it is UTC, as everywhere in Swarm.
 */
export function parseMoment(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const delayMs = parseDuration(trimmed);
  if (delayMs !== undefined) return now + delayMs;
  if (!ISO.test(trimmed)) return undefined;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed) && trimmed.length > 10;
  const at = Date.parse(trimmed.length === 10 || hasZone ? trimmed : `${trimmed.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? undefined : at;
}
