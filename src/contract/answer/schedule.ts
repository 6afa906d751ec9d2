import * as z from 'zod/mini';
import { STANDINGS } from '../../domain/queue/standing.ts';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

/** One schedule. */
export const ScheduleAnswer = z.object({
  schedule_id: z.string(),
  state: z.enum(['active', 'paused', 'removed']),
  expression: z.string(),
  time_zone: z.string(),
  overlap: z.boolean(),
  next_at: InstantOrNull,
  last_at: InstantOrNull,
  last_work_item: TextOrNull,
  put_in: Count,
  missed: Count,
  skipped: Count,
  /** What is put into the queue each time. */
  work: z.object({
    title: z.string(),
    body: z.string(),
    priority: Count,
    rig: TextOrNull,
    actor: TextOrNull,
    labels: z.readonly(z.array(z.string())),
    retries: Count,
    deadline_ms: z.nullable(Count),
    gate: TextOrNull,
    template: TextOrNull,
  }),
  created_at: Instant,
});
export type ScheduleAnswer = z.infer<typeof ScheduleAnswer>;

export const ScheduleListAnswer = z.object({ schedules: z.readonly(z.array(ScheduleAnswer)) });

/** With its next times, and what is open of what it put in. */
export const ScheduleReportAnswer = z.extend(ScheduleAnswer, {
  next_times: z.readonly(z.array(Instant)),
  open_work: z.readonly(z.array(z.object({ id: z.string(), status: z.enum(STANDINGS) }))),
});
export type ScheduleReportAnswer = z.infer<typeof ScheduleReportAnswer>;

/** With the work that was put in. */
export const RanScheduleAnswer = z.extend(ScheduleAnswer, { work_item: z.string() });
