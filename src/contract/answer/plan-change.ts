import * as z from 'zod/mini';

export const ChangedPlanAnswer = z.object({
  run_id: z.string(),
  /** The design verifier judges it first, because the structure changes. */
  is_verified: z.boolean(),
  /** Not empty: nothing was handed in. */
  findings: z.array(z.object({ rule: z.string(), at: z.string(), problem: z.string(), advice: z.string() })),
});
export type ChangedPlanAnswer = z.infer<typeof ChangedPlanAnswer>;
