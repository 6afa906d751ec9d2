import * as z from 'zod/mini';
import { Count, TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));
const Source = z.enum(['project', 'shipped']);

/** What is wrong with a file, and where. */
export const ProblemAnswer = z.object({ file: z.string(), line: Count, problem: z.string() });
const Problems = z.readonly(z.array(ProblemAnswer));

export const WorkflowListAnswer = z.object({
  workflows: z.array(
    z.object({
      name: z.string(),
      /** Null when the file cannot be understood. */
      description: TextOrNull,
      roles: Texts,
      stages: Texts,
      source: Source,
      file: z.string(),
      problems: Problems,
    }),
  ),
});
export type WorkflowListAnswer = z.infer<typeof WorkflowListAnswer>;

/** Where a message leads: to a stage, to the end, or to a person whose answer goes on to the stage. */
const Move = z.discriminatedUnion('is', [
  z.object({ is: z.literal('go'), stage: z.string() }),
  z.object({ is: z.literal('finish') }),
  z.object({ is: z.literal('ask'), text: z.string(), stage: TextOrNull }),
]);

export const WorkflowAnswer = z.object({
  name: z.string(),
  description: z.string(),
  entry: z.string(),
  /** How often one stage may be entered in one run; null where nothing goes round. */
  iterations: z.nullable(Count),
  /** Null for the project's default. */
  timeout_ms: z.nullable(z.number()),
  failure: z.enum(['fail', 'ask']),
  roles: z.array(
    z.object({
      name: z.string(),
      persona: z.string(),
      has_workspace: z.boolean(),
      is_optional: z.boolean(),
    }),
  ),
  stages: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      task: z.string(),
      on: z.readonly(z.array(z.object({ on: z.string(), move: Move }))),
    }),
  ),
  file: z.string(),
  source: Source,
});
export type WorkflowAnswer = z.infer<typeof WorkflowAnswer>;

/** Of workflows or of personas. */
export const CheckAnswer = z.object({
  /** Names. */
  good: Texts,
  problems: Problems,
});
export type CheckAnswer = z.infer<typeof CheckAnswer>;
