import * as z from 'zod/mini';
import { SafeId } from '../id.ts';
import { StartRun } from '../run.ts';
import { PlanName } from './plan-file.ts';

const TEXT_LETTERS_MOST = 1_000_000;
const Text = z.string().check(z.maxLength(TEXT_LETTERS_MOST));

/** Makes the folders and files of a plan. */
export const NewPlan = z.object({
  name: PlanName,
  /** What was talked over, for the architect; left out: a form to fill in. */
  summary: z.optional(Text),
  /** A task list in Markdown, which becomes the tasks of the plan. */
  list: z.optional(Text),
});
export type NewPlan = z.infer<typeof NewPlan>;

/** By its name, or by the path of its file. */
export const PlanRef = z.object({ plan: z.string().check(z.minLength(1)) });
export type PlanRef = z.infer<typeof PlanRef>;

/** Input to "run a plan". */
export const RunPlan = z.object({
  plan: z.string().check(z.minLength(1)),
  /** For every role. */
  cli: z.optional(SafeId),
  /** Starting the same with the same key gives the same run. */
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Approves the content, where it is not approved yet, and changes of the plan while it runs. */
  yes: z._default(z.boolean(), false),
  /** What a program may want to be different: see StartRun. */
  roles: z.optional(StartRun.shape.roles),
  id: StartRun.shape.id,
  timeoutMs: StartRun.shape.timeoutMs,
  cleanup: StartRun.shape.cleanup,
});
export type RunPlan = z.infer<typeof RunPlan>;

/** A run by its id, or the newest run of a plan; left out: the newest of all plans. */
export const PlanRunRef = z.object({ plan: z.optional(z.string().check(z.minLength(1))) });
export type PlanRunRef = z.infer<typeof PlanRunRef>;

const WHY_LETTERS_MOST = 2000;
const Why = z.string().check(z.minLength(1), z.maxLength(WHY_LETTERS_MOST));

export const StopPlan = z.extend(PlanRef, { reason: z._default(Why, 'asked by the operator') });
export type StopPlan = z.infer<typeof StopPlan>;

/** A task by its id, or by its slug. */
export const RetryTask = z.extend(PlanRef, {
  task: z.string().check(z.minLength(1)),
  /** What its agent is told. */
  why: z._default(Why, 'a person asked for it'),
});
export type RetryTask = z.infer<typeof RetryTask>;

/** A persona that "new_personas" of a plan specifies. */
export const NewPersonaOfPlan = z.object({
  name: SafeId,
  fromPlan: z.string('expected the plan that calls for it').check(z.minLength(1)),
});
export type NewPersonaOfPlan = z.infer<typeof NewPersonaOfPlan>;

/** Left out: all of them. */
export const CheckPlan = z.object({ plan: z.optional(z.string().check(z.minLength(1))) });
export type CheckPlan = z.infer<typeof CheckPlan>;
