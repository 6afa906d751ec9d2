import * as z from 'zod/mini';
import { Count, InstantOrNull, TextOrNull } from './parts.ts';

/** One work item. */
export const WorkAnswer = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  status: z.string(),
  state: z.string(),
  priority: z.int(),
  rig: TextOrNull,
  actor: TextOrNull,
  labels: z.readonly(z.array(z.string())),
  needs: z.readonly(z.array(z.string())),
  waits_for: z.readonly(z.array(z.string())),
  retries: Count,
  retries_left: Count,
  not_before: InstantOrNull,
  deadline: InstantOrNull,
  gate: TextOrNull,
  template: TextOrNull,
  assigned_session: TextOrNull,
  holder: TextOrNull,
  lease_until: InstantOrNull,
  fence: Count,
  progress: z.object({
    steps_completed: z.nullable(Count),
    steps_total: z.nullable(Count),
    current_step: TextOrNull,
  }),
  reason: TextOrNull,
  source: TextOrNull,
  created_at: InstantOrNull,
  started_at: InstantOrNull,
  ended_at: InstantOrNull,
  last_updated: InstantOrNull,
});
export type WorkAnswer = z.infer<typeof WorkAnswer>;
