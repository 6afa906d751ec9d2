import type { Outcome } from '../../domain/outcome.ts';
import type { Workflow } from '../../domain/workflow/workflow.ts';

/** A workflow's file, and all that is wrong with it. */
export type CheckedWorkflow = Readonly<{
  name: string;
  file: string;
  source: 'project' | 'shipped';
  /** Null when the file cannot be understood. */
  workflow: Workflow | null;
  problems: readonly Readonly<{ file: string; line: number; problem: string }>[];
}>;

export type FoundWorkflow = Readonly<{
  workflow: Workflow;
  file: string;
  source: CheckedWorkflow['source'];
}>;

/** Looks for workflows in the project, and among those that ship with Swarm. */
export interface Workflows {
  names(): Promise<readonly string[]>;
  /** One without problems. */
  find(name: string): Promise<Outcome<FoundWorkflow>>;
  checkAll(): Promise<readonly CheckedWorkflow[]>;
  /** By its name, or by the path of its file. */
  check(nameOrFile: string): Promise<Outcome<CheckedWorkflow>>;
}

export type WorkflowDeps = Readonly<{ workflows: Workflows }>;
