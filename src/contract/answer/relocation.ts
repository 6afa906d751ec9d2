import * as z from 'zod/mini';

export const MovedProjectAnswer = z.object({
  root: z.string(),
  /** Where it was. */
  was: z.string(),
  repaired_worktrees: z.int(),
});

export const CopiedProjectAnswer = z.object({
  root: z.string(),
  /** Where the original is, or was. */
  was: z.string(),
  /** The folder that holds what came from the original. */
  aside: z.string(),
});
