import * as z from 'zod/mini';

export const KilledRunAnswer = z.object({
  run_id: z.string(),
  state: z.string(),
  killed: z.boolean(),
  was_over: z.boolean(),
});
