import * as z from 'zod/mini';
import { SafeId } from './id.ts';
import { WorkFields } from './queue.ts';

const SECOND_MS = 1_000;
const YEAR_MS = 366 * 86_400_000;
/** Work is called after its schedule and its time, and all of that must be an id and a label too. */
const ScheduleId = SafeId.check(z.maxLength(80));

/** What "put this into the queue again and again" needs. */
export const AddSchedule = z.extend(z.omit(WorkFields, { needs: true, notBefore: true, deadline: true }), {
  id: z.optional(ScheduleId),
  expression: z
    .string()
    .check(z.regex(/\S/, 'expected a cron expression such as "0 6 * * *"'), z.maxLength(500)),
  /** Left out: the zone of this machine. */
  timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  overlap: z._default(z.boolean(), false),
  /** From the moment that work is put in. */
  deadlineMs: z.optional(z.int().check(z.minimum(SECOND_MS), z.maximum(YEAR_MS))),
});
export type AddSchedule = z.infer<typeof AddSchedule>;

export const ScheduleRef = z.object({ scheduleId: SafeId });
export type ScheduleRef = z.infer<typeof ScheduleRef>;
