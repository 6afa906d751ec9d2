import * as z from 'zod/mini';

export const ConflictListAnswer = z.object({
  conflicts: z.array(z.object({ participants: z.array(z.string()), files: z.array(z.string()) })),
});
export type ConflictListAnswer = z.infer<typeof ConflictListAnswer>;
