import * as z from 'zod/mini';

/** `kill`: sessions that are not over end with it. */
export const RemoveProject = z.object({
  dryRun: z._default(z.boolean(), false),
  kill: z._default(z.boolean(), false),
});
export type RemoveProject = z.infer<typeof RemoveProject>;
