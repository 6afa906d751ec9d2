import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { workflowListJson } from '../../views/workflow-list.ts';
import { folderVerb } from '../verb.ts';
import type { WorkflowDeps } from './workflow-deps.ts';

export const listWorkflowsVerb = folderVerb({
  name: 'workflow.list',
  summary: 'List the workflows that you can start',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/workflow.ts')).WorkflowListAnswer,
  run: async ({ workflows }: WorkflowDeps) => accept(await workflows.checkAll()),
  json: workflowListJson,
});
