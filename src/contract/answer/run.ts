import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

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

const runStatus = {
  ...run,
  stages: z.array(
    z.object({ name: z.string(), role: z.string(), is_passed: z.boolean(), is_current: z.boolean() }),
  ),
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
