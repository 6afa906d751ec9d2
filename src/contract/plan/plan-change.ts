import * as z from 'zod/mini';

export const CHANGE_LETTERS_MOST = 1_000_000;

/** A new version of a plan that runs. */
export const ChangePlan = z.object({
  /** A run by its id, or the newest run of a plan; left out: the newest of all, or the architect's own. */
  plan: z.optional(z.string().check(z.minLength(1))),
  /** The whole plan.yaml. */
  text: z.string().check(z.maxLength(CHANGE_LETTERS_MOST)),
});
export type ChangePlan = z.infer<typeof ChangePlan>;
