import * as z from 'zod/mini';
import { SessionStateAnswer } from './session.ts';

/** The session waits with this question. */
export const InterruptedSessionAnswer = z.extend(SessionStateAnswer, { question_id: z.string() });
export type InterruptedSessionAnswer = z.infer<typeof InterruptedSessionAnswer>;

/** What the interrupt file says, and the loops that it holds up. */
export const InterruptedProjectAnswer = z.object({
  interrupted: z.boolean(),
  text: z.string(),
  loops: z.readonly(z.array(z.string())),
});
