import type { Workflow } from '../workflow/workflow.ts';
import type { ErrorRecord } from './error-handling.ts';
import type { WorkflowState } from './workflow/state.ts';

/** What a run's program goes on from. Later edits of the definition's file change nothing. */
export type RunMemory = Readonly<{ definition: Workflow; state: WorkflowState }>;

/** An error of a run, with whether the run went on after it. */
export type RecordedError = ErrorRecord & Readonly<{ id: string; runId: string; at: number }>;
