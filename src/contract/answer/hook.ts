import * as z from 'zod/mini';
import { TextOrNull } from './parts.ts';

export const HookAnswer = z.object({
  participant_id: z.string(),
  /** What the agent is told; null: nothing. */
  context: TextOrNull,
});

export const HookChangeAnswer = z.object({
  file: z.string(),
  /** The text of the file; null: there is none. */
  before: TextOrNull,
  after: TextOrNull,
  changed: z.boolean(),
});
