import { WorkflowRef } from '../../contract/workflow.ts';
import { workflowJson } from '../../views/workflow-graph.ts';
import { placeVerb } from '../verb.ts';
import type { WorkflowDeps } from './workflow-deps.ts';

export const showWorkflowVerb = placeVerb({
  name: 'workflow.show',
  summary: 'Show a workflow: its stages, who serves them, and what leads where',
  asks: 'anyone',
  reads: true,
  input: WorkflowRef,
  answer: async () => (await import('../../contract/answer/workflow.ts')).WorkflowAnswer,
  run: ({ workflows }: WorkflowDeps, { name }: WorkflowRef) => workflows.find(name),
  json: workflowJson,
});
