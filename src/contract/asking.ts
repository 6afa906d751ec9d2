import * as z from 'zod/mini';

/** The answer that Swarm writes beside it. `wait`: the final answer follows in the same file. */
export const AskingAnswer = z.object({
  ok: z.boolean(),
  /** For people and agents. */
  text: z.string(),
  value: z.optional(z.unknown()),
});
export type AskingAnswer = z.infer<typeof AskingAnswer>;
