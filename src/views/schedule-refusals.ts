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

const LIST = 'List them: swarm schedule list';
const FIELDS = 'minute, hour, day of the month, month, day of the week';
const EXAMPLE = 'For example "0 6 * * 1-5" is six in the morning from Monday to Friday';
const words = (message: string, hint: string): Words => ({ message, hint });

/** What refusals of schedules say. */
export const SCHEDULE_WRITERS: Writers = {
  'illegal-schedule-step': ({ scheduleId, state, event }) =>
    words(`Schedule ${scheduleId} is ${state}: it cannot be told to ${event}`, LIST),
  'schedule-not-found': ({ scheduleId, near }) =>
    words(
      `No schedule is called ${scheduleId}`,
      near.length > 0 ? `Did you mean: ${near.join(', ')}?` : LIST,
    ),
  'schedule-taken': ({ scheduleId }) =>
    words(
      `There is a schedule called ${scheduleId} already`,
      `Give it another name, or first: swarm schedule remove ${scheduleId}`,
    ),
  'schedule-zone-unknown': ({ zone, near }) =>
    words(
      `Unknown time zone: ${zone}`,
      near.length > 0 ? `Did you mean: ${near.join(', ')}?` : 'Zones are called as Europe/Berlin or UTC',
    ),
  'schedule-never': ({ expression }) =>
    words(`"${expression}" names a time that never comes`, `Its fields are ${FIELDS}. ${EXAMPLE}`),
  'schedule-expression-bad': ({ expression, field, text, allowed }) =>
    field === null
      ? words(
          `"${expression}" is no cron expression`,
          `Five fields as one word in quotes: ${FIELDS}; or six, the second first; or @daily. ${EXAMPLE}`,
        )
      : words(
          `"${expression}": the ${field} cannot be "${text}"`,
          `Allowed are ${allowed}, with * , - and / as in cron. ${EXAMPLE}`,
        ),
};
