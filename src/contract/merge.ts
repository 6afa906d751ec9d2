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

/** Input to "merge what sessions did": sessions, or work items or loops that began them. */
export const MergeSessions = z.extend(z.pick(MergeRun, { into: true, anyway: true }), {
  names: z.array(SafeId).check(z.minLength(1), z.maxLength(1000)),
});
export type MergeSessions = z.infer<typeof MergeSessions>;
