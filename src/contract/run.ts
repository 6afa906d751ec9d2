import * as z from 'zod/mini';
import { SafeId, SessionName } from './id.ts';
import type { WorkflowFile } from './workflow.ts';

const GOAL_LETTERS_MOST = 200_000;

/** Overrides of one role's persona. */
const RoleSettings = z.strictObject({
  cli: z.optional(SafeId),
  model: z.optional(z.string().check(z.regex(/^[\w.:@/[\]-]{1,128}$/, 'is not a model name'))),
  mode: z.optional(z.enum(['headless', 'interactive'])),
  persona: z.optional(SafeId),
});
export type RoleSettings = z.infer<typeof RoleSettings>;
export const ROLE_SETTINGS = ['cli', 'model', 'mode', 'persona'] as const;

/** Input to "run a workflow for a goal". */
export const StartRun = z.object({
  workflow: SafeId,
  goal: z.string().check(z.maxLength(GOAL_LETTERS_MOST)),
  /** For every role that has none of its own. */
  cli: z.optional(SafeId),
  roles: z._default(z.record(z.string(), RoleSettings), {}),
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  timeoutMs: z.optional(z.int().check(z.minimum(1000))),
  /** Instead of one made from the time. */
  id: z.optional(SafeId.check(z.maxLength(64))),
  /** Instead of the setting. */
  cleanup: z.optional(z.enum(['auto', 'manual'])),
  /** The workflow itself, where no file of this name is meant. */
  definition: z.optional(z.custom<WorkflowFile>()),
});
export type StartRun = z.infer<typeof StartRun>;

export const RunRef = z.object({ runId: SafeId });
export type RunRef = z.infer<typeof RunRef>;

export const EXPORT_FORMATS = ['json', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const ExportRun = z.object({ runId: SafeId, format: z._default(z.enum(EXPORT_FORMATS), 'json') });
export type ExportRun = z.infer<typeof ExportRun>;

/** A word that may name a session, a run or a role. */
export const TargetRef = z.object({ name: SessionName });
export type TargetRef = z.infer<typeof TargetRef>;

export const StopRun = z.object({
  runId: SafeId,
  reason: z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'asked by the operator'),
});
export type StopRun = z.infer<typeof StopRun>;

/** A message in the name of one role of a run, as if it had sent it itself. */
export const PostMessage = z.object({
  runId: SafeId,
  from: SafeId,
  to: z._default(z.nullable(SafeId), null),
  /** Idempotency key: the same id twice is one message. */
  id: z.optional(SafeId),
  content: z.unknown(),
});
export type PostMessage = z.infer<typeof PostMessage>;

export const RoleRef = z.object({ runId: SafeId, role: SafeId });
export type RoleRef = z.infer<typeof RoleRef>;

export const CleanRun = z.object({
  runId: SafeId,
  /** Only of this role. */
  role: z.optional(SafeId),
  dryRun: z._default(z.boolean(), false),
});
export type CleanRun = z.infer<typeof CleanRun>;

export const ListRuns = z.object({
  isLive: z._default(z.boolean(), false),
  workflow: z.optional(SafeId),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 20),
  after: z.optional(SafeId),
});
export type ListRuns = z.infer<typeof ListRuns>;
