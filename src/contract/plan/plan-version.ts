import * as z from 'zod/mini';
import { SafeId } from '../id.ts';

export const SUBMIT_LETTERS_MOST = 1_000_000;
const Text = z
  .string()
  .check(z.maxLength(SUBMIT_LETTERS_MOST, `a plan has at most ${SUBMIT_LETTERS_MOST} letters`));
const Plan = z.string().check(z.minLength(1), z.maxLength(1000));
const ContentHash = z.optional(z.string().check(z.maxLength(128)));

/** An agent hands in a version of the plan that it designs. */
export const SubmitPlan = z.object({ text: Text });
export type SubmitPlan = z.infer<typeof SubmitPlan>;

/** Starts the design of a plan. */
export const DesignPlan = z.object({
  plan: Plan,
  /** For every role. */
  cli: z.optional(SafeId),
  /** A design that passed is approved by itself. */
  yes: z._default(z.boolean(), false),
});
export type DesignPlan = z.infer<typeof DesignPlan>;

export const ApprovePlan = z.object({
  plan: Plan,
  /** What was shown: another content is refused. */
  contentHash: ContentHash,
  /** Only shows what would be approved. */
  dryRun: z._default(z.boolean(), false),
});
export type ApprovePlan = z.infer<typeof ApprovePlan>;

export const RejectPlan = z.object({
  plan: Plan,
  words: z.string().check(z.regex(/\S/, 'expected the words for the architect'), z.maxLength(20_000)),
});
export type RejectPlan = z.infer<typeof RejectPlan>;

/** Without a text it is read; with one it is checked and, where it is sound, saved. */
export const EditPlan = z.object({ plan: Plan, text: z.optional(Text), contentHash: ContentHash });
export type EditPlan = z.infer<typeof EditPlan>;
