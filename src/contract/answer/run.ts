import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, KeptFolders, TextOrNull } from './parts.ts';
import { TaskCheckAnswer, VerificationAnswer } from './verification.ts';

const Texts = z.readonly(z.array(z.string()));

const run = {
  run_id: z.string(),
  workflow: z.string(),
  goal: z.string(),
  state: z.enum(['starting', 'running', 'waiting', 'synthesising', 'completed', 'failed', 'cancelled']),
  /** How it ends, decided before its result is put together. */
  ending: z.nullable(z.enum(['completed', 'failed', 'cancelled'])),
  reason: TextOrNull,
  stage: z.string(),
  round: Count,
  /** In percent. */
  progress: z.number(),
  created_at: Instant,
  started_at: InstantOrNull,
  ended_at: InstantOrNull,
  elapsed_ms: z.number(),
};

/** One run in a list. */
export const RunAnswer = z.object(run);
export type RunAnswer = z.infer<typeof RunAnswer>;

export const RunListAnswer = z.object({ runs: z.array(RunAnswer) });
export type RunListAnswer = z.infer<typeof RunListAnswer>;

/** One task of a plan. */
export const TaskAnswer = z.object({
  task_id: z.string(),
  role: z.string(),
  verifier: z.string(),
  status: z.enum([
    'pending',
    'working',
    'completion_drive_review',
    'ready_for_verification',
    'verified',
    'blocked',
  ]),
  /** Verifications so far. */
  rounds: Count,
  /** What Swarm saw of its criteria; null before it looked. */
  criteria: z.nullable(z.enum(['running', 'green', 'red', 'missing'])),
  /** What it builds on changed: it is confirmed, or worked on again. */
  is_stale: z.boolean(),
  changed_inputs: Texts,
  /** Tasks, roles that are busy, or `user` where a person is asked. */
  waits_for: Texts,
});
export type TaskAnswer = z.infer<typeof TaskAnswer>;

const runStatus = {
  ...run,
  stages: z.array(
    z.object({ name: z.string(), role: z.string(), is_passed: z.boolean(), is_current: z.boolean() }),
  ),
  /** Of a plan; none of a workflow. */
  tasks: z.array(TaskAnswer),
  /** Of a plan, oldest first: every look at what a task was handed over with. */
  checks: z.array(TaskCheckAnswer),
  /** Verdicts on the tasks of a plan, or on the versions of a design, oldest first. */
  verifications: z.array(VerificationAnswer),
  /** Ids of messages. */
  approved: Texts,
  warnings: Texts,
  /** A role that was started again is there twice. */
  roles: z.array(
    z.object({
      role: TextOrNull,
      session_id: z.string(),
      state: z.string(),
      cli: z.string(),
      branch: TextOrNull,
      worktree: TextOrNull,
      cost_usd: z.number(),
    }),
  ),
  /** While agents have to leave: when the last is gone at the latest. */
  agents_gone_by: z.nullable(Instant),
  messages: Count,
  errors: z.array(
    z.object({
      at: Instant,
      type: z.string(),
      role: TextOrNull,
      message: z.string(),
      recovered: z.boolean(),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      options: Texts,
      state: z.string(),
      answer: TextOrNull,
    }),
  ),
};

/** One run, with its roles, errors and questions. */
export const RunStatusAnswer = z.object(runStatus);
export type RunStatusAnswer = z.infer<typeof RunStatusAnswer>;

export const StartedRunAnswer = z.object({
  ...run,
  /** False when the key was known: this is the run that was started then. */
  is_new: z.boolean(),
  warnings: Texts,
  /** How it stands at its end, for a door that waited for it. */
  ended: z.nullable(RunStatusAnswer),
});
export type StartedRunAnswer = z.infer<typeof StartedRunAnswer>;

export const StoppedRunAnswer = z.object({ ...runStatus, was_over: z.boolean() });
export type StoppedRunAnswer = z.infer<typeof StoppedRunAnswer>;

export const ResumedRunAnswer = z.object({
  ...runStatus,
  /** Its sessions that were parked and begin again now. */
  woken: z.readonly(z.array(z.string())),
  supervisor: z.object({ pid: z.int(), started: z.boolean() }),
});
export type ResumedRunAnswer = z.infer<typeof ResumedRunAnswer>;

export const KilledRunAnswer = z.object({
  run_id: z.string(),
  state: z.string(),
  killed: z.boolean(),
  was_over: z.boolean(),
});

/** The session that a role was given. */
export const OpenedRoleAnswer = z.object({
  run_id: TextOrNull,
  role: TextOrNull,
  session_id: z.string(),
  state: z.string(),
});

export const CleanedRunAnswer = z.object({
  run_id: z.string(),
  /** Nothing was done: the rest says what would be. */
  dry_run: z.boolean(),
  released_workspaces: Texts,
  rescues: Texts,
  /** What is not this project's own: it stays as it is. */
  kept: KeptFolders,
  deleted_branches: Texts,
  kept_branches: z.readonly(z.array(z.object({ branch: z.string(), commits: Count }))),
});
export type CleanedRunAnswer = z.infer<typeof CleanedRunAnswer>;

export const ExportedRunAnswer = z.object({
  run_id: z.string(),
  state: run.state,
  format: z.enum(['json', 'markdown']),
  /** Folder of the delivered files. */
  output_dir: z.string(),
  /** The file that the document was written to. */
  output: TextOrNull,
  /** The document; null when it was written to a file. */
  text: TextOrNull,
});
export type ExportedRunAnswer = z.infer<typeof ExportedRunAnswer>;
