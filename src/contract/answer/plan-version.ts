import * as z from 'zod/mini';
import { VERSION_STATES } from '../../domain/plan/version/plan-version.ts';
import { Count, TextOrNull } from './parts.ts';

const FoundAnswer = z.object({
  line: Count,
  rule: z.string(),
  at: z.string(),
  problem: z.string(),
  advice: z.string(),
});
const Touched = z.readonly(z.array(z.object({ path: z.string(), is: z.enum(['created', 'kept', 'drawn']) })));

export const SubmittedPlanAnswer = z.object({
  plan: z.string(),
  version: Count,
  state: z.enum(VERSION_STATES),
  findings: z.array(FoundAnswer),
});
export type SubmittedPlanAnswer = z.infer<typeof SubmittedPlanAnswer>;

export const ApprovedPlanAnswer = z.object({
  plan: z.string(),
  /** `shown`: nothing was recorded. `already`: this content was approved before. */
  is: z.enum(['shown', 'approved', 'already']),
  /** Null while it is none yet. */
  version: z.nullable(Count),
  content_hash: z.string(),
  /** The design that waited for it. */
  run_id: TextOrNull,
  /** All that is decided by it, in words. */
  text: z.string(),
  touched: Touched,
  /** Where the plan.yaml lies that a person had changed meanwhile. */
  kept_aside: TextOrNull,
});
export type ApprovedPlanAnswer = z.infer<typeof ApprovedPlanAnswer>;

export const RejectedPlanAnswer = z.object({
  plan: z.string(),
  version: Count,
  run_id: TextOrNull,
  words: z.string(),
});
export type RejectedPlanAnswer = z.infer<typeof RejectedPlanAnswer>;

export const EditedPlanAnswer = z.object({
  plan: z.string(),
  /** `handed-in`: a run of it is at work and goes on with it. */
  is: z.enum(['read', 'unsound', 'same', 'saved', 'handed-in']),
  file: z.string(),
  text: z.string(),
  content_hash: z.string(),
  /** Null while it is none yet. */
  version: z.nullable(Count),
  /** The run that is at work; null where there is none. */
  run_id: TextOrNull,
  /** The design verifier judges it before the run goes on with it. */
  is_verified: z.boolean(),
  findings: z.array(FoundAnswer),
  touched: Touched,
});
export type EditedPlanAnswer = z.infer<typeof EditedPlanAnswer>;
