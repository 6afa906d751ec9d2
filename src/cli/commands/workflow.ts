import * as z from 'zod/mini';
import { CheckWorkflow } from '../../contract/workflow.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderWorkflow } from '../../views/workflow-graph.ts';
import { isSound, renderWorkflowCheck, renderWorkflowTable } from '../../views/workflow-list.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { asks, type Reply, reply } from '../reply.ts';

const WHERE =
  'Looked for in workflows/<name>.yaml of the project, then among those that ship with Swarm; the first\n' +
  'that has a name wins.';

export const workflowList = command({
  name: 'workflow list',
  summary: 'List the workflows that you can start',
  about: WHERE,
  examples: ['swarm workflow list', 'swarm workflow list --json'],
  input: z.object({}),
  run: asks('workflow.list'),
  show: { 'workflow.list': renderWorkflowTable },
});

export const workflowShow = command({
  name: 'workflow show',
  summary: 'Show a workflow as a graph of its stages',
  about: WHERE,
  examples: ['swarm workflow show research', 'swarm workflow show development --json'],
  words: [{ name: 'name', key: 'name', about: 'Name of the workflow', offers: 'workflow' }],
  show: {
    'workflow.show': ({ workflow, file }, style) => `${renderWorkflow(workflow, style)}\nFile: ${file}\n`,
  },
});

export const workflowCheck = command({
  name: 'workflow check',
  summary: 'Check workflow files and report problems with their lines',
  about:
    'Finds unknown keys, roles, stages, personas and placeholders, stages that nothing leads to or\n' +
    'that lead to no end, and rounds without a limit. Without a name, all of them.\n' +
    'Exits 1 when one is broken.',
  examples: [
    'swarm workflow check',
    'swarm workflow check research',
    'swarm workflow check drafts/mine.yaml',
  ],
  words: [
    {
      name: 'workflow',
      key: 'workflow',
      isOptional: true,
      about: 'Name of a workflow, or the path of a file',
      offers: 'workflow',
    },
  ],
  input: CheckWorkflow,
  run: check,
  show: { 'workflow.check': renderWorkflowCheck },
});

async function check(host: Host, input: CheckWorkflow): Promise<Outcome<Reply<'workflow.check'>>> {
  const checked = await host.ask('workflow.check', input);
  if (!checked.ok) return checked;
  return reply('workflow.check', checked.value, { exitCode: checked.value.every(isSound) ? 0 : 1 });
}
