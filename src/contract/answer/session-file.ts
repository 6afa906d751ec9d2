import * as z from 'zod/mini';
import { Count, Instant } from './parts.ts';

export const SessionFilesAnswer = z.object({
  session_id: z.string(),
  /** What is there of its prompt, result, state and logs. Paths begin in the folder of the session. */
  files: z.readonly(z.array(z.object({ path: z.string(), bytes: Count, changed_at: Instant }))),
});
export type SessionFilesAnswer = z.infer<typeof SessionFilesAnswer>;

export const SessionFileAnswer = z.object({
  session_id: z.string(),
  path: z.string(),
  /** What would be drawn as nothing, or in another order, is there as its code point: `<U+001B>`. */
  text: z.string(),
  /** So many bytes before the text are left out. */
  cut_bytes: Count,
});
export type SessionFileAnswer = z.infer<typeof SessionFileAnswer>;
