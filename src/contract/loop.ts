import * as z from 'zod/mini';
import { SafeId } from './id.ts';
import { Label, Name } from './queue.ts';

const DAY_MS = 86_400_000;

/** Input to "work through the queue". Defaults come from the configuration. */
export const StartLoop = z.object({
  persona: z._default(SafeId.check(z.maxLength(80)), 'developer'),
  cli: z.optional(SafeId),
  model: z.optional(z.string().check(z.regex(/^[\w.:@/[\]-]{1,128}$/, 'is not a model name'))),
  concurrency: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 1),
  /** 0 for as many as there are. */
  maxIterations: z.optional(z.int().check(z.minimum(0))),
  untilEmpty: z._default(z.boolean(), false),
  delayMs: z.optional(z.int().check(z.minimum(0), z.maximum(30 * DAY_MS))),
  /** A file, from the project's folder on; left out: the project's own, or the one that ships. */
  template: z.optional(z.string().check(z.minLength(1))),
  /** A worktree for each session; left out: where several work at once. */
  workspace: z.optional(z.boolean()),
  /** For work that has none of its own. */
  gate: z.optional(z.string().check(z.regex(/\S/, 'expected a command'), z.maxLength(10_000))),
  /** From the project's folder on. */
  workDir: z.optional(z.string().check(z.minLength(1))),
  /** Only work of this rig, and only work with this label. */
  rig: z.optional(Name),
  label: z.optional(Label),
  /** Who does it, where the work does not say so. */
  actor: z.optional(Name),
});
export type StartLoop = z.infer<typeof StartLoop>;

export const LoopRef = z.object({ loopId: SafeId });
export type LoopRef = z.infer<typeof LoopRef>;

export const ListLoops = z.object({ all: z._default(z.boolean(), false) });
export type ListLoops = z.infer<typeof ListLoops>;

export const StopLoop = z.extend(LoopRef, {
  reason: z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'asked by the operator'),
});
export type StopLoop = z.infer<typeof StopLoop>;

/** Without an id, all of them. */
export const PauseLoops = z.object({ loopId: z.optional(SafeId) });
export type PauseLoops = z.infer<typeof PauseLoops>;

/** Everything of the project stands still. */
export const PauseProject = z.object({ reason: z._default(z.string().check(z.maxLength(500)), '') });
export type PauseProject = z.infer<typeof PauseProject>;
