import * as z from 'zod/mini';
import { Instant, InstantOrNull, TextOrNull } from './parts.ts';

export const NoteAnswer = z.object({
  id: z.string(),
  note_id: z.string(),
  session_id: z.string(),
  run_id: TextOrNull,
  task_id: TextOrNull,
  status: z.enum(['open', 'escalated', 'resolved']),
  description: z.string(),
  context: z.string(),
  created_at: Instant,
  escalation_reason: TextOrNull,
  resolution: TextOrNull,
  resolved_by: z.nullable(z.enum(['agent_self', 'workflow_executor', 'user'])),
  resolved_at: InstantOrNull,
});
export type NoteAnswer = z.infer<typeof NoteAnswer>;

export const NoteListAnswer = z.object({ notes: z.array(NoteAnswer) });
export type NoteListAnswer = z.infer<typeof NoteListAnswer>;
