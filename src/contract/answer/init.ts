import * as z from 'zod/mini';
import { RunnablesAnswer } from './trust.ts';

/** Files are named by their path from the root. */
export const InitAnswer = z.object({
  root: z.string(),
  touched: z.readonly(z.array(z.object({ path: z.string(), is: z.enum(['created', 'kept', 'drawn']) }))),
  trusted: z.boolean(),
  /** What was there before, and would run. */
  runs: RunnablesAnswer,
});
