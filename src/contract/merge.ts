import * as z from 'zod/mini';
import { SafeId } from './id.ts';

/** Input to "merge the branches of a run". */
export const MergeRun = z.object({
  runId: SafeId,
  /** Left out: the branch that is checked out in the project. */
  into: z.optional(z.string().check(z.minLength(1), z.maxLength(250))),
  /** Left out: all that stayed to the end of the run. */
  roles: z._default(z.array(SafeId), []),
  /** Also when the run did not complete, so that not all of it was approved. */
  anyway: z._default(z.boolean(), false),
});
export type MergeRun = z.infer<typeof MergeRun>;
