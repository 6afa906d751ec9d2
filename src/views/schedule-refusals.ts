import type { Refusal } from '../domain/refusal.ts';
import type { Words } from './refusal-text.ts';

type ScheduleCode =
  | 'illegal-schedule-step'
  | 'schedule-not-found'
  | 'schedule-taken'
  | 'schedule-zone-unknown'
  | 'schedule-never'
  | 'schedule-expression-bad';

type Writers = { readonly [C in ScheduleCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const LIST = 'List schedules: swarm schedule list';
const FIELDS = 'minute, hour, day of the month, month, day of the week';
const EXAMPLE = 'For example "0 6 * * 1-5": at 06:00, Monday to Friday';
const words = (message: string, hint: string): Words => ({ message, hint });

/** The texts of refusals of schedules. */
export const SCHEDULE_WRITERS: Writers = {
  'illegal-schedule-step': ({ scheduleId, state, event }) =>
    words(`Schedule ${scheduleId} is ${state}: it cannot ${event}`, LIST),
  'schedule-not-found': ({ scheduleId, near }) =>
    words(`Schedule not found: ${scheduleId}`, near.length > 0 ? `Did you mean: ${near.join(', ')}?` : LIST),
  'schedule-taken': ({ scheduleId }) =>
    words(
      `Schedule already exists: ${scheduleId}`,
      `Use another name, or remove it: swarm schedule remove ${scheduleId}`,
    ),
  'schedule-zone-unknown': ({ zone, near }) =>
    words(
      `Unknown time zone: ${zone}`,
      near.length > 0 ? `Did you mean: ${near.join(', ')}?` : 'Zones look like Europe/Berlin or UTC',
    ),
  'schedule-never': ({ expression }) =>
    words(`"${expression}" never matches a time`, `Its fields are ${FIELDS}. ${EXAMPLE}`),
  'schedule-expression-bad': ({ expression, field, text, allowed }) =>
    field === null
      ? words(
          `"${expression}" is not a cron expression`,
          `Five fields in quotes: ${FIELDS}; or six, with seconds first; or @daily. ${EXAMPLE}`,
        )
      : words(
          `"${expression}": the ${field} cannot be "${text}"`,
          `Allowed are ${allowed}, with * , - and / as in cron. ${EXAMPLE}`,
        ),
};
