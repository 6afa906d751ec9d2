import type { Outcome } from '../../domain/outcome.ts';
import type { Timetable } from '../../domain/schedule/due.ts';

/** The port for calendars, zones and cron expressions. */
export interface Timetables {
  /** The times that an expression names by the clocks of a zone, or what is wrong with it. */
  open(expression: string, timeZone: string): Promise<Outcome<Timetable>>;
  /** How a zone is spelled; without a name, that of this machine. */
  findZone(name: string | undefined): Promise<Outcome<string>>;
}
