import { checkWorkflow, type WorkflowProblem } from '../domain/workflow/check.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { schemaProblems } from './schema-problems.ts';
import { keysAt, toWorkflow, WorkflowFile } from './workflow.ts';

/** What was read: null when it cannot be understood. With problems it must not be run. */
export type CheckedDefinition = Readonly<{
  workflow: Workflow | null;
  problems: readonly WorkflowProblem[];
}>;

/** Checks a workflow as a file or a program gives it. */
export function checkDefinition(value: unknown, name: string): CheckedDefinition {
  const parsed = WorkflowFile.safeParse(value);
  if (!parsed.success) return { workflow: null, problems: schemaProblems(parsed.error, value, keysAt) };
  const workflow = toWorkflow(parsed.data, name);
  return { workflow, problems: [...checkName(parsed.data, name), ...checkWorkflow(workflow)] };
}

function checkName({ name }: WorkflowFile, fileName: string): readonly WorkflowProblem[] {
  if (name === undefined || name === fileName) return [];
  const problem = `the file is called "${fileName}", and both must be the same`;
  return [{ path: ['name'], problem }];
}
