import * as z from 'zod/mini';
import { STANDINGS } from '../../domain/queue/standing.ts';
import { IMPORT_FORMATS } from '../queue.ts';
import { EventAnswer } from './event.ts';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));

/** One work item. */
export const WorkAnswer = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  status: z.enum(STANDINGS),
  state: z.enum(['queued', 'claimed', 'done', 'failed']),
  priority: Count,
  rig: TextOrNull,
  actor: TextOrNull,
  labels: Texts,
  needs: Texts,
  waits_for: Texts,
  retries: Count,
  retries_left: Count,
  not_before: InstantOrNull,
  deadline: InstantOrNull,
  gate: TextOrNull,
  template: TextOrNull,
  assigned_session: TextOrNull,
  holder: TextOrNull,
  claimed_at: InstantOrNull,
  lease_until: InstantOrNull,
  fence: Count,
  progress: z.object({
    steps_completed: Count,
    steps_total: z.nullable(Count),
    current_step: TextOrNull,
  }),
  reason: TextOrNull,
  source: z.string(),
  created_at: Instant,
  started_at: InstantOrNull,
  ended_at: InstantOrNull,
  last_updated: Instant,
});
export type WorkAnswer = z.infer<typeof WorkAnswer>;

/** False: the same work was in the queue already. */
export const AddedWorkAnswer = z.extend(WorkAnswer, { is_new: z.boolean() });
export type AddedWorkAnswer = z.infer<typeof AddedWorkAnswer>;

/** A work item and all that happened to it. */
export const WorkReportAnswer = z.extend(WorkAnswer, { history: z.readonly(z.array(EventAnswer)) });
export type WorkReportAnswer = z.infer<typeof WorkReportAnswer>;

export const WorkListAnswer = z.object({
  items: z.readonly(z.array(WorkAnswer)),
  /** Cursor of the next page. */
  next: TextOrNull,
  totals: z.object({ queued: Count, claimed: Count, done: Count, failed: Count }),
});
export type WorkListAnswer = z.infer<typeof WorkListAnswer>;

/** A list that `queue import` takes in again. */
export const ExportedWorkAnswer = z.object({ items: z.readonly(z.array(WorkAnswer)) });
export type ExportedWorkAnswer = z.infer<typeof ExportedWorkAnswer>;

export const ImportedWorkAnswer = z.object({
  format: z.enum(IMPORT_FORMATS),
  /** Ids of what is new, and of what was in the queue already. */
  added: Texts,
  already: Texts,
  bad: z.readonly(z.array(z.object({ line: Count, problem: z.string() }))),
});
