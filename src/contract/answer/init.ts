import * as z from 'zod/mini';

/** Files are named by their path from the root. */
export const InitAnswer = z.object({
  root: z.string(),
  touched: z.readonly(z.array(z.object({ path: z.string(), is: z.enum(['created', 'kept']) }))),
});
