import { CheckWorkflow } from '../../contract/workflow.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { workflowCheckJson } from '../../views/workflow-list.ts';
import { placeVerb } from '../verb.ts';
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

export const checkWorkflowsVerb = placeVerb({
  name: 'workflow.check',
  summary: 'Check workflow files and say what is wrong, and where',
  asks: 'anyone',
  reads: true,
  input: CheckWorkflow,
  answer: async () => (await import('../../contract/answer/workflow.ts')).CheckAnswer,
  run: checkWorkflows,
  json: workflowCheckJson,
});
