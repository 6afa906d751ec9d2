import * as z from 'zod/mini';
import { VERDICTS } from '../../domain/message/message-type.ts';
import { FINDING_SUBJECTS } from '../../domain/plan/finding-subject.ts';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

/** One look of Swarm at what a task was handed over with: each criterion, and what became of it. */
export const TaskCheckAnswer = z.object({
  task_id: z.string(),
  /** From 1, within its task. */
  number: Count,
  commit: TextOrNull,
  started_at: Instant,
  /** Null while it is under way. */
  ended_at: InstantOrNull,
  results: z.readonly(
    z.array(
      z.object({
        text: z.string(),
        command: TextOrNull,
        file: TextOrNull,
        is: z.enum(['green', 'red', 'missing', 'skipped']),
        /** The last lines, with how the command ended. */
        output: z.string(),
      }),
    ),
  ),
});
export type TaskCheckAnswer = z.infer<typeof TaskCheckAnswer>;

/** One verdict: on a task of a plan, or on a version of a design. */
export const VerificationAnswer = z.object({
  /** Null of a design. */
  task_id: TextOrNull,
  /** Null of a task. */
  version: z.nullable(Count),
  /** From 1, within its task or design. */
  round: Count,
  /** The task was verified before; only what it read has changed since. */
  is_confirmation: z.boolean(),
  verifier: TextOrNull,
  verdict: z.enum(VERDICTS),
  summary: z.string(),
  findings: z.readonly(
    z.array(
      z.object({
        /** As its verifier named it: a criterion, a file, or a title. */
        about: z.string(),
        /** What of the task that is; `other` where nothing of the task is called so. */
        subject: z.enum(FINDING_SUBJECTS),
        text: z.string(),
      }),
    ),
  ),
  /** The commit that was looked at. */
  commit: TextOrNull,
  at: InstantOrNull,
});
export type VerificationAnswer = z.infer<typeof VerificationAnswer>;
