import { sessionId } from '../session/names.ts';

/** `race-YYYYMMDD-HHMMSS` in UTC; a number is added when the name is taken. */
export const raceId = (at: Date, nth = 1): string =>
  `race-${sessionId(at, 'race', nth).replace(/-race(?=-\d+$|$)/, '')}`;

/** What the supervisor knows a race by, beside the ids of sessions. */
export const raceKey = (id: string): string => `race:${id}`;

export const raceOfKey = (key: string): string | null =>
  key.startsWith('race:') ? key.slice('race:'.length) : null;
