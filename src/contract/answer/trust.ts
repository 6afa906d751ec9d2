import * as z from 'zod/mini';

export const RunnablesAnswer = z.readonly(
  z.array(
    z.object({
      /** Swarm itself, or an agent CLI or git that finds it in the repository. */
      by: z.enum(['swarm', 'cli']),
      /** From the project's root. */
      file: z.string(),
      what: z.string(),
      /** Whole, as it is written there. */
      text: z.string(),
    }),
  ),
);

export const TrustAnswer = z.object({
  root: z.string(),
  trusted: z.boolean(),
  because: z.nullable(z.enum(['record', 'environment', 'worktree', 'attempt'])),
  /** The file that holds the person's word. */
  record: z.string(),
  runs: RunnablesAnswer,
});
export type TrustAnswer = z.infer<typeof TrustAnswer>;
