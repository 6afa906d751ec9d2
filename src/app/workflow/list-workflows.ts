import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { workflowListJson } from '../../views/workflow-list.ts';
import { placeVerb } from '../verb.ts';
import type { WorkflowDeps } from './workflow-deps.ts';

export const listWorkflowsVerb = placeVerb({
  name: 'workflow.list',
  summary: 'List the workflows that can be run',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/workflow.ts')).WorkflowListAnswer,
  run: async ({ workflows }: WorkflowDeps) => accept(await workflows.checkAll()),
  json: workflowListJson,
});
