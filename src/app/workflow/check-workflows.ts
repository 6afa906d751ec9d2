import { CheckWorkflow } from '../../contract/workflow.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { workflowCheckJson } from '../../views/workflow-list.ts';
import { folderVerb } from '../verb.ts';
import type { CheckedWorkflow, WorkflowDeps } from './workflow-deps.ts';

/** One workflow, or all of them, with what is wrong. */
async function checkWorkflows(
  { workflows }: WorkflowDeps,
  { workflow }: CheckWorkflow,
): Promise<Outcome<readonly CheckedWorkflow[]>> {
  if (workflow === undefined) return accept(await workflows.checkAll());
  const checked = await workflows.check(workflow);
  return checked.ok ? accept([checked.value]) : checked;
}

export const checkWorkflowsVerb = folderVerb({
  name: 'workflow.check',
  summary: 'Check workflow files and report problems with their lines',
  asks: 'anyone',
  reads: true,
  input: CheckWorkflow,
  answer: async () => (await import('../../contract/answer/workflow.ts')).CheckAnswer,
  run: checkWorkflows,
  json: workflowCheckJson,
});
