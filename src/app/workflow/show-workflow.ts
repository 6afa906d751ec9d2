import { WorkflowRef } from '../../contract/workflow.ts';
import { workflowJson } from '../../views/workflow-graph.ts';
import { folderVerb } from '../verb.ts';
import type { WorkflowDeps } from './workflow-deps.ts';

export const showWorkflowVerb = folderVerb({
  name: 'workflow.show',
  summary: 'Show a workflow: its stages, roles and transitions',
  asks: 'anyone',
  reads: true,
  input: WorkflowRef,
  answer: async () => (await import('../../contract/answer/workflow.ts')).WorkflowAnswer,
  run: ({ workflows }: WorkflowDeps, { name }: WorkflowRef) => workflows.find(name),
  json: workflowJson,
});
