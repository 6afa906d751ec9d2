/** The times that a schedule names. */
export type Timetable = Readonly<{
  /** The first one after a time; null when none ever comes. */
  next: (after: number) => number | null;
  /** The last one up to a time, that time included. */
  last: (at: number) => number | null;
}>;

/** A time that has come, and what passed before it. */
export type Due = Readonly<{
  at: number;
  /** Earlier times that nothing was decided about. */
  missed: number;
  /** There were more than are counted. */
  isMore: boolean;
  nextAt: number | null;
}>;

/** After a long absence of a schedule for every second, the exact number tells nothing. */
export const MOST_COUNTED = 1_000;

/** Of all times from the first undecided one up to now, only the last counts: never a flood. */
export function decideDue(nextAt: number, timetable: Timetable, now: number): Due {
  let at = nextAt;
  let missed = 0;
  let following = timetable.next(at);
  while (following !== null && following <= now && missed < MOST_COUNTED) {
    missed += 1;
    at = following;
    following = timetable.next(at);
  }
  if (following === null || following > now) return { at, missed, isMore: false, nextAt: following };
  const last = timetable.last(now) ?? at;
  return { at: last, missed, isMore: true, nextAt: timetable.next(Math.max(last, now)) };
}

/** "; 3 earlier times were missed" */
export function missedText({ missed, isMore }: Pick<Due, 'missed' | 'isMore'>): string {
  if (missed === 0) return '';
  const count = isMore ? `more than ${missed} earlier times were` : `${missed} earlier ${timesWere(missed)}`;
  return `; ${count} missed`;
}

const timesWere = (count: number): string => (count === 1 ? 'time was' : 'times were');
