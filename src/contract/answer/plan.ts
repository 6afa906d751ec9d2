import * as z from 'zod/mini';
import { ESCALATION_TARGETS } from '../../domain/plan/plan.ts';
import { Count, TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));

const FindingAnswer = z.object({
  file: z.string(),
  line: Count,
  /** `schema` for what cannot be understood at all. */
  rule: z.string(),
  /** The key where it is, as "tasks.0.instructions". */
  at: z.string(),
  problem: z.string(),
  advice: z.string(),
});

export const PlanCheckAnswer = z.object({
  /** Names. */
  good: Texts,
  findings: z.readonly(z.array(FindingAnswer)),
});
export type PlanCheckAnswer = z.infer<typeof PlanCheckAnswer>;

export const PlanListAnswer = z.object({
  plans: z.array(
    z.object({
      name: z.string(),
      /** Null when the file cannot be understood. */
      goal: TextOrNull,
      tasks: Count,
      agents: Texts,
      file: z.string(),
      findings: Count,
      /** The newest run; null: it was not run yet. */
      run: z.nullable(z.object({ run_id: z.string(), state: z.string(), progress: z.number() })),
    }),
  ),
});
export type PlanListAnswer = z.infer<typeof PlanListAnswer>;

/** Files are named by their path from the root. */
export const NewPlanAnswer = z.object({
  name: z.string(),
  folder: z.string(),
  touched: z.readonly(z.array(z.object({ path: z.string(), is: z.enum(['created', 'kept', 'drawn']) }))),
  /** What is left to do before the plan can be run. */
  findings: z.readonly(z.array(FindingAnswer)),
});
export type NewPlanAnswer = z.infer<typeof NewPlanAnswer>;

const FileAnswer = z.object({ path: z.string(), format: TextOrNull });

export const PlanAnswer = z.object({
  name: z.string(),
  goal: z.string(),
  file: z.string(),
  timeout_ms: z.nullable(z.number()),
  agents: z.array(z.object({ role: z.string(), persona: z.string() })),
  tasks: z.array(
    z.object({
      task_id: z.string(),
      role: z.string(),
      persona: z.string(),
      /** Tasks of one wave may run at the same time; 1 begins at once. */
      wave: Count,
      instructions: z.string(),
      inputs: z.readonly(z.array(FileAnswer)),
      outputs: z.readonly(z.array(FileAnswer)),
      success_criteria: z.readonly(
        z.array(z.object({ text: z.string(), command: TextOrNull, file: TextOrNull })),
      ),
      dependencies: Texts,
      verifier: z.string(),
      timeout_ms: z.nullable(z.number()),
      retries: z.nullable(Count),
      escalation: z.readonly(z.array(z.enum(ESCALATION_TARGETS))),
    }),
  ),
  parallel_groups: z.readonly(z.array(Texts)),
  checkpoints: z.array(
    z.object({
      after: z.string(),
      validates: z.string(),
      failure_modes: z.readonly(z.array(z.object({ failure: z.string(), remedy: z.string() }))),
    }),
  ),
  critical_path: z.object({ tasks: Texts, ms: z.number() }),
  estimate: z.object({
    sessions: Count,
    turns: Count,
    /** Null: a persona has no history in this project. */
    cost_usd: z.nullable(z.number()),
    without_history: Texts,
  }),
});
export type PlanAnswer = z.infer<typeof PlanAnswer>;
