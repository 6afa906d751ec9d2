import * as z from 'zod/mini';
import { NoteAnswer } from './note.ts';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';
import { RunAnswer, TaskAnswer } from './run.ts';

const Texts = z.readonly(z.array(z.string()));

const TaskStatus = z.enum([
  'pending',
  'working',
  'completion_drive_review',
  'ready_for_verification',
  'verified',
  'blocked',
]);

/** The newest run of a plan, task by task. */
export const PlanStatusAnswer = z.object({
  plan: z.string(),
  run_id: z.string(),
  goal: z.string(),
  state: RunAnswer.shape.state,
  reason: TextOrNull,
  progress: z.number(),
  created_at: Instant,
  ended_at: InstantOrNull,
  elapsed_ms: z.number(),
  cost_usd: z.number(),
  tasks: z.array(
    z.object({
      task_id: z.string(),
      role: z.string(),
      verifier: z.string(),
      status: TaskStatus,
      /** Tasks that are not verified, a role that is busy, or the person. */
      waits_for: z.array(z.object({ on: z.enum(['task', 'role', 'person']), name: z.string() })),
      /** How often it was verified. */
      verifications: Count,
      criteria: TaskAnswer.shape.criteria,
      /** What it builds on changed: it is confirmed, or worked on again. */
      is_stale: z.boolean(),
      /** When its agent was first given it. */
      began_at: InstantOrNull,
      elapsed_ms: z.number(),
      open_notes: Count,
    }),
  ),
  agents: z.array(
    z.object({ role: z.string(), session_id: z.string(), state: z.string(), cost_usd: z.number() }),
  ),
  /** Those that are not settled. */
  notes: z.array(NoteAnswer),
  /** Those that are open. */
  questions: z.array(
    z.object({ id: z.string(), role: TextOrNull, task_id: TextOrNull, text: z.string(), options: Texts }),
  ),
});
export type PlanStatusAnswer = z.infer<typeof PlanStatusAnswer>;

export const RetriedTaskAnswer = z.object({
  run_id: z.string(),
  task_id: z.string(),
  role: z.string(),
  /** Its status before. */
  was: TaskStatus,
});

/** What follows from the facts that were kept of a run, compared with its rows. */
export const ReplayedRunAnswer = z.object({
  run_id: z.string(),
  facts: Count,
  is_equal: z.boolean(),
  /** Values as JSON. */
  differences: z.readonly(z.array(z.object({ at: z.string(), kept: z.string(), replayed: z.string() }))),
});

/** A plan as it went with rehearsed agents, in a clone that is gone. */
export const RehearsedPlanAnswer = z.object({
  /** It came to its end, and nothing was found. */
  is_well: z.boolean(),
  findings: z.array(z.object({ task_id: z.string(), path: z.string(), problem: z.string() })),
  status: PlanStatusAnswer,
});
export type RehearsedPlanAnswer = z.infer<typeof RehearsedPlanAnswer>;
