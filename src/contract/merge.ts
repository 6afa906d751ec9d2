import * as z from 'zod/mini';
import { SafeId } from './id.ts';

/** What "merge the branches of a run" needs, whoever asks. */
export const MergeRun = z.object({
  runId: SafeId,
  /** Left out: the branch that is checked out in the project. */
  into: z.optional(z.string().check(z.minLength(1), z.maxLength(250))),
  /** Left out: all that stayed to the end of the run. */
  roles: z._default(z.array(SafeId), []),
  /** Also when the run did not complete, so that nobody approved all of it. */
  anyway: z._default(z.boolean(), false),
});
export type MergeRun = z.infer<typeof MergeRun>;
