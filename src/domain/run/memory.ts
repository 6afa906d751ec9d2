import type { Workflow } from '../workflow/workflow.ts';
import type { DesignDefinition } from './design/design-state.ts';
import type { ErrorRecord } from './error-handling.ts';
import type { PlanDefinition } from './plan/plan-state.ts';
import type { RunFact } from './program.ts';
import type { WorkflowState } from './workflow/state.ts';

/** What a run's program goes on from. Later edits of the definition's file change nothing. */
export type RunMemory = Readonly<{
  definition: Workflow | PlanDefinition | DesignDefinition;
  state: WorkflowState;
}>;

/** What the program of a run was told. `number` is the version that the run had after it. */
export type KeptFact = Readonly<{ runId: string; number: number; at: number; fact: RunFact }>;

/** An error of a run, with whether the run went on after it. */
export type RecordedError = ErrorRecord & Readonly<{ id: string; runId: string; at: number }>;
