import * as z from 'zod/mini';
import { TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));
const Branch = z.object({ role: z.string(), branch: z.string() });
const Branches = z.readonly(z.array(Branch));

const common = {
  /** Null where sessions were merged. */
  run_id: TextOrNull,
  /** The target branch has new commits. */
  moved: z.boolean(),
  target: z.string(),
  /** Work of the run that was never committed, and so is on no branch. */
  rescues: Texts,
  uncommitted: z.readonly(z.array(z.object({ role: z.string(), folder: z.string(), files: Texts }))),
  /** Branches of roles that the run went on without; they are not merged. */
  spared: Branches,
};

/** How a merge ended: `is` tells which of the four. */
export const MergedRunAnswer = z.discriminatedUnion('is', [
  z.object({
    ...common,
    is: z.literal('merged'),
    from: z.string(),
    to: z.string(),
    merged: Branches,
    had_already: Branches,
    /** Null when no check is configured. */
    check: TextOrNull,
    log_file: TextOrNull,
  }),
  z.object({ ...common, is: z.literal('nothing-new'), commit: z.string(), branches: Branches }),
  z.object({
    ...common,
    is: z.literal('conflict'),
    role: z.string(),
    branch: z.string(),
    files: Texts,
    question_id: TextOrNull,
  }),
  z.object({
    ...common,
    is: z.literal('check-failed'),
    check: z.string(),
    problem: z.string(),
    last_lines: Texts,
    log_file: z.string(),
  }),
]);
export type MergedRunAnswer = z.infer<typeof MergedRunAnswer>;
