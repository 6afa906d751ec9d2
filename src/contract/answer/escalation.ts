import * as z from 'zod/mini';
import { TextOrNull } from './parts.ts';

export const AnsweredEscalationAnswer = z.object({
  note_id: z.string(),
  task_id: z.string(),
  affects: z.array(z.string()),
});
export type AnsweredEscalationAnswer = z.infer<typeof AnsweredEscalationAnswer>;

export const RoutedEscalationAnswer = z.object({
  note_id: z.string(),
  task_id: z.string(),
  to: z.enum(['user', 'technical']),
  /** The task of the solution architect. */
  guidance_task_id: TextOrNull,
});
export type RoutedEscalationAnswer = z.infer<typeof RoutedEscalationAnswer>;
